import type { CallsQuery } from "toolshed/api";
import type { ActivitySearch } from "../activity-search.ts";

/** The address of the page as a query. A source is the beginning of a path. */
export const toCallsQuery = ({ source, view: _, path, ...rest }: ActivitySearch): CallsQuery => ({
  ...rest,
  path: source === undefined ? path : `${source}.`,
});

/** The filters, without whose calls they are and how they are listed. */
export const noFilters = {
  q: undefined,
  path: undefined,
  outcome: undefined,
  via: undefined,
  endpoint: undefined,
  source: undefined,
  trace: undefined,
  from: undefined,
  to: undefined,
} satisfies ActivitySearch;
