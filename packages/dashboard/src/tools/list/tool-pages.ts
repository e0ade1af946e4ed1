import { type QueryClient, useQueries } from "@tanstack/react-query";
import type { ToolEntry } from "toolshed/api";
import { answerOptions } from "../../api/answer-options.ts";
import { type Filters, toQuery } from "./filters.ts";
import { type AnyRow, groupOf, toolKey } from "./tree-rows.ts";

const pageSize = 100;
/** Scrolling back and forth asks for nothing twice. What changes tools says so. */
const staleTime = 60_000;

const listOptions = (filters: Filters, group: string, place: { offset: number } | { around: string }) => ({
  ...answerOptions("GET /tools", {
    query: {
      ...toQuery(filters),
      group,
      ...place,
      limit: pageSize,
      unconnected: "true",
      quarantined: "true",
    },
  }),
  staleTime,
});

/** The tools of the rows, by key, as far as they have been loaded. Loads those that have not. */
export function useTools(rows: readonly AnyRow[], filters: Filters): ReadonlyMap<string, ToolEntry> {
  const wanted = new Map<string, { group: string; offset: number }>();
  for (const row of rows) {
    if (!("index" in row)) continue;
    const offset = row.index - (row.index % pageSize);
    wanted.set(toolKey(row.groupPath, offset), { group: row.groupPath, offset });
  }
  const pages = [...wanted.values()];
  const answers = useQueries({
    queries: pages.map(({ group, offset }) => listOptions(filters, group, { offset })),
  });
  const tools = new Map<string, ToolEntry>();
  for (const [at, { group, offset }] of pages.entries()) {
    for (const [index, tool] of (answers[at]?.data?.tools ?? []).entries()) {
      tools.set(toolKey(group, offset + index), tool);
    }
  }
  return tools;
}

/** The key of the row that has the tool, unless the filters leave it out. */
export async function findToolRow(
  queries: QueryClient,
  filters: Filters,
  path: string,
): Promise<string | undefined> {
  const group = groupOf(path);
  const answer = await queries.fetchQuery(listOptions(filters, group, { around: path }));
  const { tools, offset = 0 } = answer;
  const index = tools.findIndex((tool) => tool.path === path);
  if (index < 0) return undefined;
  queries.setQueryData(listOptions(filters, group, { offset }).queryKey, answer);
  return toolKey(group, offset + index);
}
