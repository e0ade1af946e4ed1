import { Refusal } from "./refusal.ts";
import type { ToolResult } from "./tool-result.ts";

/** About 25,000 tokens: what models take in at once without losing the thread. */
const maxTextLength = 100_000;
const maxLength = 10 * 1024 * 1024;

/** Cuts texts that are too long for a model. What a View reads is never cut, only refused. */
export function boundResult(result: ToolResult): ToolResult {
  const content = result.content.map((block) =>
    typeof block.text === "string" ? { ...block, text: boundText(block.text) } : block,
  );
  const { structuredContent, _meta } = result;
  const others = content.filter(({ type }) => type !== "text");
  if ([structuredContent, _meta, others].some((part) => part && JSON.stringify(part).length > maxLength)) {
    throw new Refusal(
      "failed",
      "The result is over 10 MB: ask for less with the tool's limit or filter arguments.",
    );
  }
  return { ...result, content };
}

function boundText(text: string): string {
  if (text.length <= maxTextLength) return text;
  const line = text.lastIndexOf("\n", maxTextLength);
  // A cut in the middle of a surrogate pair would leave half a character.
  const end =
    line > maxTextLength / 2 ? line : maxTextLength - Number(isHighSurrogate(text, maxTextLength - 1));
  return `${text.slice(0, end)}\n[Cut: ${end} of ${text.length} characters. For the rest, call again for less at a time: with the tool's limit, cursor or filter arguments.]`;
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}
