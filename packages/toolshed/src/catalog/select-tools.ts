import { setImmediate as nextTurn } from "node:timers/promises";
import type { SourceTool } from "../source/source.ts";
import type { Catalog } from "./catalog.ts";

/** How many tools are looked at before others get the event loop. */
const perTurn = 5_000;

/** The tools of the catalog that are kept, of which there may be a hundred thousand. */
export async function selectTools(
  { tools }: Pick<Catalog, "tools">,
  keep: (tool: SourceTool) => boolean,
  limit = Number.POSITIVE_INFINITY,
): Promise<SourceTool[]> {
  const selected: SourceTool[] = [];
  for (let start = 0; start < tools.length && selected.length < limit; start += perTurn) {
    if (start > 0) await nextTurn();
    for (const tool of tools.slice(start, start + perTurn)) {
      if (keep(tool) && selected.length < limit) selected.push(tool);
    }
  }
  return selected;
}
