import { createTimeSlices } from "../../../work/time-slices.ts";
import type { Page } from "../peer/results.ts";
import { maxTools } from "./tool-definition.ts";

/** What a server has listed, as far as it goes. What of it is a tool shows later. */
export interface ToolList {
  readonly tools: readonly unknown[];
  /** Why this is not all, if so, in words that continue the server's name. */
  readonly problem?: string;
}

const maxPages = 500;

/** Reads page after page, however many a server pretends to have. */
export async function readToolList(read: (cursor: string | undefined) => Promise<Page>): Promise<ToolList> {
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
