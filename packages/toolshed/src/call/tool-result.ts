/** The answer to a call, in the form the protocol gives it to a model. */
export interface ToolResult {
  isError?: true;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
}

export function errorResult(message: string): ToolResult {
  return { isError: true, content: [{ type: "text", text: `Error: ${message}` }] };
}

/** Strings stay as they are, nothing becomes an empty text, everything else is JSON. */
export function valueResult(value: unknown, structured: boolean): ToolResult {
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
  const content: ToolResult["content"] = [{ type: "text", text }];
  // Clients before 2026-07-28 take nothing but objects here.
  return structured && isObject(value) ? { content, structuredContent: value } : { content };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
