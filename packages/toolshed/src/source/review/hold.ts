import type { SourceTool } from "../source.ts";

/** Keeps a tool from being used until an admin has looked at it. */
export function hold<Tool extends SourceTool>(tool: Tool, sourceId: string): Tool {
  return { ...tool, held: heldSentence(tool.path, sourceId) };
}

export const heldViewSentence = (path: string, sourceId: string): string =>
  `The View of ${path} is not as an admin has seen it. It waits until one approves it: toolshed sources approve ${sourceId}.`;

export const heldSentence = (path: string, sourceId: string): string =>
  `${path} has changed since an admin has seen it. It waits until one approves it: toolshed sources approve ${sourceId}.`;
