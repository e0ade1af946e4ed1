import { type DiffBudget, newDiffBudget, spend } from "./diff-budget.ts";

/** A piece of a text that was changed. */
export interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Beyond this many steps the whole middle counts as replaced. */
const maxSteps = 500_000;

/** What has changed between two texts, by words. */
export function diffWords(before: string, after: string, budget: DiffBudget = newDiffBudget()): DiffPart[] {
  const old = wordsOf(before);
  const now = wordsOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  return join([
    { kind: "same", text: old.slice(0, start).join("") },
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end), budget),
    { kind: "same", text: old.slice(old.length - end).join("") },
  ]);
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

function diffMiddle(old: readonly string[], now: readonly string[], budget: DiffBudget): DiffPart[] {
  const steps = old.length * now.length;
  if (steps > maxSteps || !spend(budget, steps))
    return [
      { kind: "removed", text: old.join("") },
      { kind: "added", text: now.join("") },
    ];
  const width = now.length + 1;
  /** The length of what the rests from here on have in common. */
  const common = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      common[at] =
        old[row] === now[column]
          ? (common[at + width + 1] as number) + 1
          : Math.max(common[at + width] as number, common[at + 1] as number);
    }
  const parts: DiffPart[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    const at = row * width + column;
    if (row < old.length && column < now.length && old[row] === now[column]) {
      parts.push({ kind: "same", text: old[row] as string });
      row += 1;
      column += 1;
    } else if (
      column === now.length ||
      (row < old.length && (common[at + width] as number) >= (common[at + 1] as number))
    ) {
      parts.push({ kind: "removed", text: old[row] as string });
      row += 1;
    } else {
      parts.push({ kind: "added", text: now[column] as string });
      column += 1;
    }
  }
  return parts;
}

/** Neighbours of one kind become one part. A space between two changes belongs to them. */
function join(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) joined.push({ kind: "removed", text: removed });
    if (added) joined.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  for (const [index, { kind, text }] of parts.entries()) {
    if (text === "") continue;
    const isBetween = parts[index + 1] !== undefined && parts[index + 1]?.kind !== "same";
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if (/^\s+$/.test(text) && removed && added && isBetween) {
      removed += text;
      added += text;
    } else {
      flush();
      const last = joined.at(-1);
      if (last?.kind === "same") joined[joined.length - 1] = { kind: "same", text: last.text + text };
      else joined.push({ kind: "same", text });
    }
  }
  flush();
  return joined;
}
