import type { ContentBlock } from "../source/source.ts";
import { measureData } from "./plain-data.ts";
import { CallFailure } from "./refusal.ts";
import type { ToolResult } from "./tool-result.ts";

/** About 25,000 tokens: what models read in one go without losing track. All texts of a result share it. */
export const maxTextLength = 100_000;
const maxLength = 10 * 1024 * 1024;
const forTheRest =
  "For the rest, call again for less at a time: with the tool's limit, cursor or filter arguments.";

/** Cuts texts that are too long for a model. What a View reads is never cut, only refused. There were so many blocks. */
export function boundResult(result: ToolResult, blocks: number): ToolResult {
  const content = boundContent(result.content, blocks);
  const { structuredContent, _meta } = result;
  const others = content.map(({ text, ...rest }) => (typeof text === "string" ? rest : { text, ...rest }));
  if (measureData([structuredContent, _meta, others]) > maxLength) {
    throw new CallFailure(
      "The result is over 10 MB: ask for less with the tool's limit or filter arguments.",
    );
  }
  return { ...result, content };
}

function boundContent(blocks: readonly ContentBlock[], count: number): ContentBlock[] {
  const kept: ContentBlock[] = [];
  let left = maxTextLength;
  for (const block of blocks) {
    if (typeof block.text !== "string") {
      kept.push(block);
    } else if (left > 0 || block.text === "") {
      kept.push(block.text.length <= left ? block : { ...block, text: cut(block.text, left) });
      left = Math.max(0, left - block.text.length);
    }
  }
  if (kept.length < count)
    kept.push({ type: "text", text: `[Cut: ${kept.length} of ${count} blocks. ${forTheRest}]` });
  return kept;
}

/** At most so much of a text, up to the end of a line where there is one near, and what to do for the rest. */
export function cut(text: string, length = maxTextLength): string {
  if (text.length <= length) return text;
  const line = text.lastIndexOf("\n", length);
  // A cut in the middle of a surrogate pair would leave half a character.
  const end = line > length / 2 ? line : length - Number(isHighSurrogate(text, length - 1));
  return `${text.slice(0, end)}\n[Cut: ${end} of ${text.length} characters. ${forTheRest}]`;
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}
