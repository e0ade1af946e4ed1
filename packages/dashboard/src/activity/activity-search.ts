import type { CallsQuery } from "toolshed/api";
import { textIn } from "../shell/text-in.ts";

/** What the address of the page says: which calls, and how they are listed. */
export interface ActivitySearch extends CallsQuery {
  source?: string | undefined;
  /** Lists single calls, also if they belong to a trace. */
  view?: "calls" | undefined;
}

const texts = ["q", "path", "outcome", "via", "endpoint", "source", "trace"];
const times = ["from", "to"];

export const readActivitySearch = (given: Record<string, unknown>): ActivitySearch => ({
  of: given.of === "all" ? "all" : undefined,
  view: given.view === "calls" ? "calls" : undefined,
  ...Object.fromEntries([
    ...texts.map((name) => [name, textIn(given[name])]),
    ...times.map((name) => [name, timeIn(given[name])]),
  ]),
});

/** Milliseconds, as `Date` counts them. */
const timeIn = (value: unknown) =>
  typeof value === "number" && value > 0 && value < 8.64e15 ? Math.floor(value) : undefined;
