import type { SourceTool } from "../source/source.ts";
import { createTimeSlices } from "../work/time-slices.ts";
import type { Catalog } from "./catalog.ts";

/** Calls `visit` with each tool of the catalog, of which there may be a hundred thousand, until it answers `false`. */
export async function visitTools(
  { tools }: Pick<Catalog, "tools">,
  visit: (tool: SourceTool) => boolean,
): Promise<void> {
  const slices = createTimeSlices();
  for (const tool of tools) {
    if (slices.isOver()) await slices.next();
    if (!visit(tool)) return;
  }
}

/** The tools of the catalog that are kept. */
export async function selectTools(
  catalog: Pick<Catalog, "tools">,
  keep: (tool: SourceTool) => boolean,
): Promise<SourceTool[]> {
  const { tools } = await selectPage(catalog, keep, { offset: 0, limit: Number.POSITIVE_INFINITY });
  return tools;
}

export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  /** In place of an offset: the path of a tool on the page. */
  readonly around?: string | undefined;
  /** Whether to count all that are kept, which takes looking at all tools. */
  readonly count?: boolean;
}

/** A page of the tools that are kept, in the catalog's order. It is empty if none of them is at `around`. */
export async function selectPage(
  catalog: Pick<Catalog, "tools">,
  keep: (tool: SourceTool) => boolean,
  { offset, limit, around, count = false }: PageOptions,
): Promise<{ tools: SourceTool[]; offset: number; count?: number }> {
  const kept: SourceTool[] = [];
  let end = around === undefined ? offset + limit : Number.POSITIVE_INFINITY;
  await visitTools(catalog, (tool) => {
    if (keep(tool)) kept.push(tool);
    if (tool.path === around && kept.at(-1) === tool) end = Math.ceil(kept.length / limit) * limit;
    return count || kept.length < end;
  });
  const start = around === undefined ? offset : Math.min(end - limit, kept.length);
  return { tools: kept.slice(start, end), offset: start, ...(count && { count: kept.length }) };
}
