import { isObject } from "../dom.ts";
import { diffLines } from "./diff-lines.ts";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed" | "note";
  readonly text: string;
}

const pairs = [
  ["old", "new"],
  ["before", "after"],
  ["oldText", "newText"],
  ["old_text", "new_text"],
  ["original", "modified"],
  ["old_string", "new_string"],
] as const;
const hunk = /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/m;
const heads = /^(diff --git |--- |Index: )/m;

/** The lines of a change: a unified diff in a text, or an old and a new text in data. */
export function findDiff(value: unknown, texts: readonly string[]): readonly DiffLine[] | undefined {
  const unified = texts.find((text) => hunk.test(text) && heads.test(text));
  if (unified !== undefined) return readUnified(unified);
  if (!isObject(value)) return undefined;
  for (const [before, after] of pairs) {
    const [from, to] = [value[before], value[after]];
    if (typeof from === "string" && typeof to === "string" && (from.includes("\n") || to.includes("\n")))
      return diffLines(from.split("\n"), to.split("\n"));
  }
  return undefined;
}

function readUnified(text: string): DiffLine[] {
  let isInside = false;
  const lines = text.split("\n").filter((line) => !/^`{3,}(diff)?$/.test(line));
  return lines.map((line): DiffLine => {
    if (/^(diff --git |Index: |={10,})/.test(line)) isInside = false;
    if (line.startsWith("@@")) {
      isInside = true;
      return { kind: "note", text: line };
    }
    if (!isInside) return { kind: "note", text: line };
    if (line.startsWith("+")) return { kind: "added", text: line.slice(1) };
    if (line.startsWith("-")) return { kind: "removed", text: line.slice(1) };
    return line.startsWith(" ") ? { kind: "same", text: line.slice(1) } : { kind: "note", text: line };
  });
}
