import { estimateBytes } from "../../json/estimate-bytes.ts";
import type { KeptResult } from "../../store/call-rows.ts";
import { writeValue } from "../mask-arguments.ts";

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly [member: string]: unknown;
}

/** A tool's result as its caller got it. */
export interface CallResult {
  readonly content: readonly Block[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** The JSON of a result, or of its beginning if that has more bytes. Of a large result no more is read than is kept. */
export function cutResult({ content, structuredContent, isError }: CallResult, maxBytes: number): KeptResult {
  const whole = { content, structuredContent, isError };
  if (estimateBytes(whole) <= maxBytes) {
    const kept = toKept(whole, false);
    if (kept.bytes <= maxBytes) return kept;
  }
  // The texts say what the structured content does, in nearly all results.
  const blocks = content.length > 0 ? content : [structuredText(structuredContent, maxBytes)];
  return toKept({ content: cutBlocks(blocks, maxBytes - frameBytes), isError }, true);
}

/** `{"content":[],"isError":true}` */
const frameBytes = 40;

function toKept(result: CallResult, isCut: boolean): KeptResult {
  const text = JSON.stringify(result);
  return { text, bytes: Buffer.byteLength(text), isCut };
}

const structuredText = (value: unknown, maxBytes: number): Block => ({
  type: "text",
  text: writeValue(value, maxBytes),
});

function cutBlocks(blocks: readonly Block[], maxBytes: number): Block[] {
  const kept: Block[] = [];
  let room = maxBytes;
  for (const block of blocks) {
    const fitting = fit(block, room);
    const bytes = fitting && Buffer.byteLength(JSON.stringify(fitting)) + 1;
    if (!bytes || bytes > room) break;
    kept.push(fitting);
    room -= bytes;
  }
  return kept;
}

/** Of a text its beginning; of anything else all or only what it is. */
function fit(block: Block, room: number): Block | undefined {
  if (estimateBytes(block) < room && jsonBytes(block) < room) return block;
  if (typeof block.text === "string") return cutText(block.text, room - 30);
  const what = [block.type, block.mimeType].filter((part) => typeof part === "string").join(" ");
  return { type: "text", text: `[${what.slice(0, 100)}: too large to keep]` };
}

function cutText(text: string, room: number): Block | undefined {
  let end = Math.min(text.length, room);
  while (end > 0) {
    const kept = text.slice(0, end);
    const bytes = jsonBytes(kept);
    if (bytes <= room) return { type: "text", text: kept };
    end = Math.min(end - 1, Math.floor((end * room) / bytes));
  }
  return undefined;
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
