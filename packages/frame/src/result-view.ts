import type { CallToolResult } from "@toolshed/apps/app-bridge";

const LONGEST_TEXT = 100_000;

/** A tool's result as text, for when the renderers can't be loaded. */
export function renderResult({ content, structuredContent }: CallToolResult): HTMLElement {
  const texts = content.map((block) => (block.type === "text" ? block.text : toJson(block)));
  if (texts.length === 0)
    texts.push(structuredContent ? toJson(structuredContent) : "The tool returned nothing.");
  const text = texts.join("\n\n");
  const result = document.createElement("div");
  const shown = document.createElement("pre");
  result.className = "result";
  shown.textContent = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\n… truncated` : text;
  // So that the keyboard can scroll it.
  shown.tabIndex = 0;
  result.append(shown);
  return result;
}

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
