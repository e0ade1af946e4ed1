import type { MaskSecrets } from "../../../record/mask-secrets.ts";
import { cleanText } from "../../clean-text.ts";

const maxLines = 20;
const maxLineLength = 500;
/** Longer than what is shown of a line, so that no secret is cut in two before it is masked. */
const maxReadLength = 4 * maxLineLength;

const stackFrame = /^\s*at /;
const maxWords = 8;

/** The last lines of a program that failed. Its stack is left out, since the error stands above it. */
export const lastWords = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => !stackFrame.test(line)).slice(-maxWords);

/** The last lines that a program has written about itself, without its secrets. */
export function createStderrTail(mask: MaskSecrets) {
  /** As they were written: to mask them takes longer than to keep them, and most are never shown. */
  const lines: string[] = [];
  let open = "";
  let hasServed = false;

  return {
    /** Drops what an attempt to start has written that came to nothing. What a server wrote before it crashed stays. */
    begin(): void {
      if (!hasServed) {
        lines.length = 0;
        open = "";
      }
      hasServed = false;
    },
    /** Takes note that the program serves. */
    served(): void {
      hasServed = true;
    },
    get lines(): readonly string[] {
      const all = open.trim() ? [...lines, open].slice(-maxLines) : lines;
      return all.map((line) => mask(cleanText(line)).slice(0, maxLineLength));
    },
    write(chunk: Buffer): void {
      const parts = (open + chunk.toString()).split("\n");
      open = (parts.pop() ?? "").slice(0, maxReadLength);
      for (const part of parts.slice(-maxLines)) if (part.trim()) lines.push(part.slice(0, maxReadLength));
      lines.splice(0, lines.length - maxLines);
    },
  };
}
