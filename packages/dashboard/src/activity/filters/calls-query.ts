import type { CallsQuery } from "toolshed/api";
import type { ActivitySearch } from "../activity-search.ts";

/** The address of the page as a query. */
export const toCallsQuery = ({ view: _, ...rest }: ActivitySearch): CallsQuery => rest;

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
