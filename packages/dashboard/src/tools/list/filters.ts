import type { ToolKind } from "toolshed/api";
import type { ToolsSearch } from "../../router.tsx";
import { kinds } from "../kinds.ts";

/** What the list is restricted to, as the address says it. */
export interface Filters {
  readonly source: string | undefined;
  readonly kinds: readonly ToolKind[];
}

export function readFilters({ source, kind = "" }: ToolsSearch): Filters {
  const named = kind.split(",");
  return { source, kinds: kinds.flatMap(({ kind }) => (named.includes(kind) ? kind : [])) };
}

/** As the gateway is asked for them. */
export const toQuery = ({
  source,
  kinds,
}: Filters): { source: string | undefined; kind: string | undefined } => ({
  source,
  kind: kinds.join(",") || undefined,
});

export const toggleKind = (all: readonly ToolKind[], kind: ToolKind): ToolKind[] =>
  all.includes(kind) ? all.filter((one) => one !== kind) : [...all, kind];
