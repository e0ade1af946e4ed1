import type { CallToolResult } from "@toolshed/apps/react";

/** Data for the program that called, and the same as text for the model. */
export function toResult(data: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data };
}
