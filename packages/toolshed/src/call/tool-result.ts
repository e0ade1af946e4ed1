import { isObject } from "../json/json-object.ts";
import { type ContentBlock, type UpstreamError, WholeResult } from "../source/source.ts";

/** The answer to a call, in the form the protocol gives it to a model. */
export interface ToolResult {
  isError?: true;
  content: ContentBlock[];
  /** An object, but for servers of 2026-07-28, which may answer with any value. */
  structuredContent?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
  /** In place of all others: what a server has to ask the client before it continues. */
  question?: Record<string, unknown>;
  /** In place of all others: the error that a server has answered with, for a client that is to see it as it is. */
  error?: UpstreamError;
}

export function errorResult(message: string): ToolResult {
  return { isError: true, content: [{ type: "text", text: `Error: ${message}` }] };
}

/** A whole result passes through. Strings stay as they are, nothing becomes an empty text, everything else is JSON. */
export function valueResult(value: unknown, structured: boolean): ToolResult {
  if (value instanceof WholeResult) return toResult(value);
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
  const content: ToolResult["content"] = [{ type: "text", text }];
  // Clients before 2026-07-28 take nothing but objects here.
  return structured && isObject(value) ? { content, structuredContent: value } : { content };
}

function toResult({ content, structuredContent, isError, meta, question }: WholeResult): ToolResult {
  return {
    ...(isError && { isError }),
    content: [...content],
    ...(structuredContent !== undefined && {
      structuredContent: structuredContent as Record<string, unknown>,
    }),
    ...(meta && { _meta: { ...meta } }),
    ...(question && { question: { ...question } }),
  };
}
