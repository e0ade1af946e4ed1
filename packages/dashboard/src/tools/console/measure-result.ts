import type { ToolResult } from "toolshed/api";

export interface ResultSize {
  readonly bytes: number;
  /** What a model would read: a quarter of the characters of its texts and data. Models differ, and images cost more. */
  readonly tokens: number;
}

const charactersPerToken = 4;

/** How large a result is. Our own `_meta`, which no model gets, doesn't count. */
export function measureResult({ content, structuredContent, isError }: ToolResult): ResultSize {
  const bytes = new Blob([JSON.stringify({ content, structuredContent, isError })]).size;
  const texts = content.reduce((sum, { text }) => sum + (typeof text === "string" ? text.length : 0), 0);
  // Clients give a model the texts, and the data where there are none.
  const characters = texts > 0 ? texts : (JSON.stringify(structuredContent)?.length ?? 0);
  return { bytes, tokens: Math.ceil(characters / charactersPerToken) };
}

/** The result as the tool gave it, without the handle by which this page opens its View. */
export function rawResult({ _meta, ...result }: ToolResult): object {
  const { "toolshed/view": _, ...meta } = _meta ?? {};
  return Object.keys(meta).length > 0 ? { ...result, _meta: meta } : result;
}
