import { createTimeSlices } from "../../../work/time-slices.ts";
import type { Page } from "../peer/results.ts";
import { maxTools } from "./tool-definition.ts";

const maxPages = 500;

/**
 * Reads page after page, however many a server pretends to have. What of it is a tool shows later. `problem` says why
 * this is not all, if so, in words that continue the server's name.
 */
export async function readToolList(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<{ tools: readonly unknown[]; problem?: string }> {
  const slices = createTimeSlices();
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    for (const tool of page.tools.slice(0, maxTools + 1 - tools.length)) tools.push(tool);
    if (tools.length > maxTools) {
      return {
        tools: tools.slice(0, maxTools),
        problem: `lists more than ${maxTools.toLocaleString("en-US")} tools; the rest is left out`,
      };
    }
    cursor = page.nextCursor;
    if (!cursor) return { tools };
    if (cursors.has(cursor) || cursors.size === maxPages) {
      return { tools, problem: "lists its tools on pages without end; what was read is used" };
    }
    cursors.add(cursor);
    if (slices.isOver()) await slices.next();
  }
}
