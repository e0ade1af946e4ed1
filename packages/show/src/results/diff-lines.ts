import type { DiffLine } from "./find-diff.ts";

/** Beyond this many pairs of lines, a change is shown as one block. */
const mostWork = 1_000_000;

/** The lines that two texts share, and those that only one has: a longest common subsequence, within bounds. */
export function diffLines(from: readonly string[], to: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (
    end < from.length - start &&
    end < to.length - start &&
    from[from.length - 1 - end] === to[to.length - 1 - end]
  )
    end++;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...from.slice(0, start).map(same),
    ...diffMiddle(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...from.slice(from.length - end).map(same),
  ];
}

function diffMiddle(from: readonly string[], to: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text });
  const added = (text: string): DiffLine => ({ kind: "added", text });
  if (from.length * to.length > mostWork) return [...from.map(removed), ...to.map(added)];
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = from.length - 1; row >= 0; row--) {
    for (let column = to.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        from[row] === to[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < from.length && column < to.length) {
    if (from[row] === to[column]) {
      lines.push({ kind: "same", text: from[row++] as string });
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push(removed(from[row++] as string));
    else lines.push(added(to[column++] as string));
  }
  return [...lines, ...from.slice(row).map(removed), ...to.slice(column).map(added)];
}
