import { toFailure } from "./refusal.ts";

/** What keeps a value from being passed on as JSON. The message completes "its result …". */
export class DataError extends Error {}

/** As deep as arguments and results may nest. */
export const maxDepth = 512;
const maxValues = 1_000_000;
const maxLength = 32 * 1024 * 1024;

/** How much has been read of a value. Every walk ends at the first bound it meets. */
class Budget {
  values = 0;
  /** About as many characters as the JSON of the value has. */
  length = 0;

  take(length: number): void {
    this.values += 1;
    this.length += length + 2;
    if (this.values > maxValues)
      throw new DataError(`has over ${maxValues.toLocaleString("en")} values: ask for less at a time`);
    if (this.length > maxLength) throw new DataError("is over 32 MB: ask for less at a time");
  }
}

const tooDeep = () => new DataError(`nests more than ${maxDepth} levels deep`);

/**
 * A copy of a value that a plugin gives, as JSON would write and read it: behind this, nothing meets a cycle, a getter,
 * a proxy or a depth that it cannot walk. Throws a `DataError` where there is no such copy.
 */
export function toPlainData(value: unknown): unknown {
  try {
    return typeof value === "string" ? value : copy(value, "", 0, new Budget());
  } catch (thrown) {
    throw toDataError(thrown);
  }
}

/** The plugin's own code runs while its value is read, and may throw anything. */
function toDataError(thrown: unknown): DataError {
  try {
    if (thrown instanceof DataError) return thrown;
  } catch {
    // A proxy need not tell what it is.
  }
  return new DataError(`cannot be passed on: ${toFailure(thrown).message}`);
}

function copy(given: unknown, key: string, depth: number, budget: Budget): unknown {
  const value = hasToJson(given) ? given.toJSON(key) : given;
  // Written for people, each level is indented.
  budget.take((typeof value === "string" ? value.length : 4) + 2 * depth);
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      throw new DataError("has a BigInt, which JSON cannot express");
    case "object":
      return value === null ? null : copyObject(value, depth, budget);
    default:
      return undefined;
  }
}

function copyObject(value: object, depth: number, budget: Budget): unknown {
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return copy(value.valueOf(), "", depth, budget);
  if (depth === maxDepth) throw tooDeep();
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let index = 0; index < value.length; index += 1)
      items.push(copy(value[index], String(index), depth + 1, budget) ?? null);
    return items;
  }
  const copied: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    budget.take(key.length);
    const item = copy((value as Record<string, unknown>)[key], key, depth + 1, budget);
    if (item === undefined) continue;
    if (key === "__proto__")
      Object.defineProperty(copied, key, {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else copied[key] = item;
  }
  return copied;
}

const hasToJson = (value: unknown): value is { toJSON(key: string): unknown } =>
  typeof value === "object" && value !== null && typeof (value as { toJSON?: unknown }).toJSON === "function";

/** About as many characters as the JSON of the data has. Throws a `DataError` where it goes beyond the bounds. */
export function measureData(data: unknown): number {
  const budget = new Budget();
  measure(data, 0, budget);
  return budget.length;
}

function measure(data: unknown, depth: number, budget: Budget): void {
  budget.take(typeof data === "string" ? data.length : 4);
  if (typeof data !== "object" || data === null) return;
  if (depth === maxDepth) throw tooDeep();
  if (Array.isArray(data)) {
    for (const item of data) measure(item, depth + 1, budget);
    return;
  }
  for (const key of Object.keys(data)) {
    budget.take(key.length);
    measure((data as Record<string, unknown>)[key], depth + 1, budget);
  }
}
