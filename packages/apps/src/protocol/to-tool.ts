import type { Tool } from "./mcp-types.ts";

/** How a View may state a tool: its name alone is enough. */
export type ToolLike =
  | string
  | (Omit<Tool, "inputSchema"> & { inputSchema?: { [key: string]: unknown; type: string } | undefined });

export function toTool(tool: ToolLike): Tool {
  return typeof tool === "string"
    ? { name: tool, inputSchema: { type: "object" } }
    : ({ inputSchema: { type: "object" }, ...tool } as Tool);
}
