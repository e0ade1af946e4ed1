import { type DiffLine, diffLines } from "@toolshed/show";
import type { ToolResult } from "toolshed/api";

/** How many unchanged lines are shown around a change. */
const context = 3;
/** Comparing more takes long enough to be felt. */
const maxLines = 5_000;

/** What changed from one result to the next, line by line. Nothing if they are the same. */
export function compareResults(before: ToolResult, after: ToolResult): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = diffLines(old.slice(0, maxLines), now.slice(0, maxLines));
  const isCut = Math.max(old.length, now.length) > maxLines;
  const note = {
    kind: "note",
    text: `Only the first ${maxLines.toLocaleString("en")} lines are compared.`,
  } as const;
  const changed = lines.every(({ kind }) => kind === "same") ? [] : withoutUnchanged(lines);
  return isCut ? [note, ...changed] : changed;
}

/** A result as text: its data, or its content with short notes in place of images and sounds. */
function linesOf({ content, structuredContent, isError }: ToolResult): string[] {
  const parts =
    structuredContent === undefined
      ? content.map(({ text, data, ...rest }) => {
          if (typeof text === "string") return pretty(text);
          const note =
            typeof data === "string" ? { ...rest, data: `${data.length} characters, ${hashOf(data)}` } : rest;
          return JSON.stringify(note, undefined, 2);
        })
      : [JSON.stringify(structuredContent, undefined, 2)];
  return [...(isError ? ["Failed:"] : []), ...parts].join("\n").split("\n");
}

function pretty(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? JSON.stringify(value, undefined, 2) : text;
  } catch {
    return text;
  }
}

/** Tells two images of one size apart. */
function hashOf(text: string): string {
  let hash = 0;
  for (let place = 0; place < text.length; place++) hash = (hash * 31 + text.charCodeAt(place)) | 0;
  return (hash >>> 0).toString(16);
}

function withoutUnchanged(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = new Uint8Array(lines.length);
  lines.forEach(({ kind }, place) => {
    if (kind === "same") return;
    isNear.fill(1, Math.max(0, place - context), place + context + 1);
  });
  const kept: DiffLine[] = [];
  let [before, after] = [1, 1];
  lines.forEach((line, place) => {
    if (isNear[place] && !isNear[place - 1] && (place > 0 || kept.length > 0))
      kept.push({ kind: "note", text: `@@ -${before} +${after} @@` });
    if (isNear[place]) kept.push(line);
    if (line.kind !== "added") before += 1;
    if (line.kind !== "removed") after += 1;
  });
  return kept;
}
