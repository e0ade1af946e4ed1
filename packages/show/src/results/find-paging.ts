import { isObject } from "../dom.ts";
import { findTable } from "./find-table.ts";
import type { ToolResultLike } from "./forms.ts";
import { readResult } from "./read-result.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** How to get to other pages of a result: the arguments of the call that gives them. */
export interface Paging {
  readonly next?: Arguments;
  /** Absent for cursors, which lead only forward: the caller remembers where it came from. */
  readonly previous?: Arguments;
  /** From 1, where it is known. */
  readonly page?: number;
}

const cursorArguments = [
  "cursor",
  "pageToken",
  "page_token",
  "next_token",
  "nextToken",
  "after",
  "starting_after",
  "start_cursor",
];
const cursorValues = [
  "nextCursor",
  "next_cursor",
  "nextPageToken",
  "next_page_token",
  "nextToken",
  "next_token",
  "endCursor",
  "end_cursor",
  "cursor",
  "next",
];
const pageArguments = ["page", "pageNumber", "page_number"];
const offsetArguments = ["offset", "skip", "startIndex"];
const limitArguments = [
  "limit",
  "per_page",
  "perPage",
  "page_size",
  "pageSize",
  "count",
  "take",
  "first",
  "max_results",
  "maxResults",
];

/** Finds the paging arguments of a tool and their next values. Nothing if the tool has none. */
export function findPaging(schema: unknown, args: Arguments, result: ToolResultLike): Paging | undefined {
  const { properties } = Object(schema);
  if (!isObject(properties) || result.isError === true) return undefined;
  const named = (names: readonly string[]) => names.find((name) => Object.hasOwn(properties, name));
  const { value } = readResult(result);
  const cursor = named(cursorArguments);
  const nextCursor = cursor === undefined ? undefined : findCursor(value);
  if (cursor !== undefined && nextCursor !== undefined && nextCursor !== args[cursor])
    return { next: { ...args, [cursor]: nextCursor } };

  const count = findTable(value)?.rows.length ?? 0;
  const limitName = named(limitArguments);
  const limit = numberOf(limitName, args, properties);
  // A page that is not full is the last.
  const hasMore = count > 0 && (limit === undefined || count >= limit) && !saysLast(value);
  const page = named(pageArguments);
  if (page !== undefined) {
    const now = numberOf(page, args, properties) ?? 1;
    const start = Object(properties[page]).minimum === 0 ? 0 : 1;
    return {
      ...(hasMore && { next: { ...args, [page]: now + 1 } }),
      ...(now > start && { previous: { ...args, [page]: now - 1 } }),
      page: now - start + 1,
    };
  }
  const offset = named(offsetArguments);
  if (offset === undefined) return undefined;
  const now = numberOf(offset, args, properties) ?? 0;
  const step = limit ?? count;
  if (step <= 0) return now > 0 ? { previous: { ...args, [offset]: 0 } } : undefined;
  return {
    ...(hasMore && { next: { ...args, [offset]: now + step } }),
    ...(now > 0 && { previous: { ...args, [offset]: Math.max(0, now - step) } }),
    page: Math.floor(now / step) + 1,
  };
}

function numberOf(name: string | undefined, args: Arguments, properties: Record<string, unknown>) {
  if (name === undefined) return undefined;
  const value = args[name] ?? Object(properties[name]).default;
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** A cursor at the top of the data, or one or two levels below (`pageInfo.endCursor`). */
function findCursor(value: unknown, depth = 0): string | number | undefined {
  if (!isObject(value) || saysLast(value)) return undefined;
  for (const name of cursorValues) {
    const found = value[name];
    if ((typeof found === "string" && found !== "") || typeof found === "number") return found;
  }
  if (depth === 2) return undefined;
  for (const item of Object.values(value)) {
    const found = findCursor(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const saysLast = (value: unknown): boolean =>
  isObject(value) &&
  ["hasMore", "has_more", "hasNextPage", "has_next_page"].some((name) => value[name] === false);
