import { isObject } from "../json/json-object.ts";
import type { ContentBlock, WholeResult } from "../source/source.ts";

/** The answer to a call, in the form the protocol gives it to a model. */
export interface ToolResult {
  isError?: true;
  content: ContentBlock[];
  /** An object, but for servers of 2026-07-28, which may answer with any value. */
  structuredContent?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

/** Strings stay as they are, nothing becomes an empty text, everything else is JSON. */
export function valueResult(value: unknown, structured: boolean): ToolResult {
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
  const content: ToolResult["content"] = [{ type: "text", text }];
  // Clients before 2026-07-28 take nothing but objects here.
  return structured && isObject(value) ? { content, structuredContent: value } : { content };
}

export function wholeResult({ content, structuredContent, isError, meta }: WholeResult): ToolResult {
  return {
    ...(isError && { isError }),
    content: [...content],
    ...(structuredContent !== undefined && {
      structuredContent: structuredContent as Record<string, unknown>,
    }),
    ...(meta && { _meta: { ...meta } }),
  };
}
