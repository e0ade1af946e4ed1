import type { SourceTool } from "../source/source.ts";
import { createTimeSlices } from "../work/time-slices.ts";
import type { Catalog } from "./catalog.ts";

/** The tools of the catalog that are kept, of which there may be a hundred thousand. */
export async function selectTools(
  { tools }: Pick<Catalog, "tools">,
  keep: (tool: SourceTool) => boolean,
  limit = Number.POSITIVE_INFINITY,
): Promise<SourceTool[]> {
  const selected: SourceTool[] = [];
  const slices = createTimeSlices();
  for (const tool of tools) {
    if (selected.length >= limit) break;
    if (slices.isOver()) await slices.next();
    if (keep(tool)) selected.push(tool);
  }
  return selected;
}
