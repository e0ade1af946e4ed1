import type { ListToolsResult, Tool } from "../protocol/mcp-types.ts";

const MOST_PAGES = 100;

/** Reads a list of tools to its end; a list without one is an error. */
export async function listAllTools(
  readPage: (params: { cursor?: string }) => Promise<ListToolsResult>,
): Promise<Tool[]> {
  const all: Tool[] = [];
  let params = {};
  for (let page = 0; page < MOST_PAGES; page++) {
    const { tools, nextCursor } = await readPage(params);
    all.push(...tools);
    if (nextCursor === undefined) return all;
    params = { cursor: nextCursor };
  }
  throw new Error(`The list of tools has more than ${MOST_PAGES} pages`);
}
