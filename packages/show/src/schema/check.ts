import { isObject } from "../dom.ts";
import { texts } from "../texts.ts";
import { type Schema, type Schemas, toSchema } from "./schemas.ts";

export interface FormProblem {
  /** Names and places from the outside inwards. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Whether the value is of another kind altogether. */
  readonly isMisfit?: boolean;
  /** Whether something was only not filled in yet. */
  readonly isMissing?: boolean;
}

const deepest = 40;
const mostItems = 1_000;
const longestTested = 500;
const longestPattern = 300;

/** Finds what a schema says against a value. The gateway has the last word; this is for messages while typing. */
export function check(schemas: Schemas, schema: unknown, value: unknown): FormProblem[] {
  return checkAt(schemas, schema, value, [], 0);
}

type Path = readonly (string | number)[];

function checkAt(schemas: Schemas, given: unknown, value: unknown, path: Path, depth: number): FormProblem[] {
  if (given === false) return [{ path, message: texts.unknown, isMisfit: true }];
  if (!isObject(given) || depth > deepest) return [];
  const inner = (schema: unknown, at: unknown, more: Path = []) =>
    checkAt(schemas, schema, at, [...path, ...more], depth + 1);
  const problems: FormProblem[] = [];
  if (typeof given.$ref === "string") problems.push(...inner(schemas.find(given.$ref), value));
  for (const part of listOf(given.allOf)) problems.push(...inner(part, value));
  for (const variants of [listOf(given.anyOf), listOf(given.oneOf)]) {
    if (variants.length > 0) problems.push(...nearest(variants.map((variant) => inner(variant, value))));
  }
  const misfit = misfitOf(given, value);
  if (misfit) return [...problems, { path, message: misfit, isMisfit: true }];
  const say = (message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message });
  };
  if (typeof value === "string") checkString(given, value).forEach(say);
  else if (typeof value === "number") checkNumber(given, value).forEach(say);
  else if (Array.isArray(value)) problems.push(...checkArray(given, value, path, inner));
  else if (isObject(value)) problems.push(...checkObject(given, value, path, inner));
  return problems;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The problems of the variant that was most likely meant. */
function nearest(found: FormProblem[][]): FormProblem[] {
  const weight = (problems: FormProblem[]) =>
    problems.reduce((sum, { isMisfit, path }) => sum + (isMisfit ? 100 - Math.min(50, path.length) : 1), 0);
  return found.reduce((best, next) => (weight(next) < weight(best) ? next : best));
}

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  object: "an object",
  array: "a list",
};

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  return typeof value === type;
}

function misfitOf(schema: Schema, value: unknown): string | undefined {
  const { type, enum: values } = schema;
  const wanted = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  if (wanted.length > 0 && !wanted.some((name) => isOfType(value, name)))
    return texts.expected(wanted.map((name) => typeNames[name] ?? name).join(" or "));
  if (Object.hasOwn(schema, "const") && !isSame(schema.const, value))
    return texts.exactly(JSON.stringify(schema.const));
  if (Array.isArray(values) && !values.some((one) => isSame(one, value)))
    return texts.oneOf(
      values
        .slice(0, 8)
        .map((one) => JSON.stringify(one))
        .join(", ") + (values.length > 8 ? ", …" : ""),
    );
  return undefined;
}

/** Whether two JSON values are equal, in whatever order their keys are. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

const limit = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

function checkString(schema: Schema, value: string): (string | undefined)[] {
  const [min, max] = [limit(schema.minLength), limit(schema.maxLength)];
  const { length } = [...value.slice(0, 100_000)];
  return [
    min !== undefined && length < min ? texts.shortest(min) : undefined,
    max !== undefined && Math.max(length, value.length > 100_000 ? value.length : 0) > max
      ? texts.longest(max)
      : undefined,
    typeof schema.pattern === "string" && matches(schema.pattern, value) === false
      ? texts.pattern(schema.pattern)
      : undefined,
  ];
}

/** A quantified group with a quantifier or a choice in it, or a reference back: they may take exponential time. */
const risky = /\([^)]*[*+{|][^)]*\)\s*[*+{]|\\[1-9]|\(\?[=!<]/;

/** Undefined where finding out could take long. */
function matches(pattern: string, value: string): boolean | undefined {
  if (pattern.length > longestPattern || value.length > longestTested || risky.test(pattern))
    return undefined;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return undefined;
  }
}

function checkNumber(schema: Schema, value: number): (string | undefined)[] {
  const [min, max] = [limit(schema.minimum), limit(schema.maximum)];
  // Draft 4 has them as switches beside the limit.
  const over = schema.exclusiveMinimum === true ? min : limit(schema.exclusiveMinimum);
  const under = schema.exclusiveMaximum === true ? max : limit(schema.exclusiveMaximum);
  const step = limit(schema.multipleOf);
  const rest = step ? Math.abs(value / step - Math.round(value / step)) : 0;
  return [
    min !== undefined && value < min ? texts.atLeast(min) : undefined,
    max !== undefined && value > max ? texts.atMost(max) : undefined,
    over !== undefined && value <= over ? texts.moreThan(over) : undefined,
    under !== undefined && value >= under ? texts.lessThan(under) : undefined,
    step && rest > 1e-9 ? texts.multipleOf(step) : undefined,
  ];
}

type CheckInner = (schema: unknown, value: unknown, path?: Path) => FormProblem[];

function checkArray(schema: Schema, value: readonly unknown[], path: Path, inner: CheckInner): FormProblem[] {
  const problems: FormProblem[] = [];
  const [min, max] = [limit(schema.minItems), limit(schema.maxItems)];
  if (min !== undefined && value.length < min)
    problems.push({ path, message: texts.fewest(min), isMissing: value.length === 0 });
  if (max !== undefined && value.length > max) problems.push({ path, message: texts.most(max) });
  if (schema.uniqueItems === true && value.length <= mostItems) {
    const seen = new Set(value.map((item) => JSON.stringify(item)));
    if (seen.size < value.length) problems.push({ path, message: texts.unique });
  }
  value.slice(0, mostItems).forEach((item, at) => {
    problems.push(...inner(itemSchema(schema, at), item, [at]));
  });
  return problems;
}

/** The schema of the item at a place: tuples have one for each of the first. */
export function itemSchema({ prefixItems, items, additionalItems }: Schema, at: number): unknown {
  if (Array.isArray(prefixItems)) return at < prefixItems.length ? prefixItems[at] : items;
  if (Array.isArray(items)) return at < items.length ? items[at] : additionalItems;
  return items;
}

function checkObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  inner: CheckInner,
): FormProblem[] {
  const problems: FormProblem[] = [];
  const properties = toSchema(schema.properties);
  for (const name of listOf(schema.required)) {
    if (typeof name !== "string" || Object.hasOwn(value, name)) continue;
    // The gateway fills in a default that fits.
    const standard = toSchema(properties[name]).default;
    if (standard === undefined || inner(properties[name], standard).length > 0)
      problems.push({ path: [...path, name], message: texts.required, isMissing: true });
  }
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) problems.push(...inner(properties[name], item, [name]));
    else if (!Object.hasOwn(schema, "patternProperties"))
      problems.push(...inner(schema.additionalProperties, item, [name]));
  }
  return problems;
}
