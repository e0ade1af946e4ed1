const contextLines = 3;

/** How two texts differ, line by line, with a few lines around each change. */
export function showDiff(before: string, after: string): string[] {
  const lines = diffLines(toLines(before), toLines(after));
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some((line) => !line.startsWith(" "));
  return lines.flatMap((line, at) => {
    if (isNear(at)) return line;
    return at > 0 && isNear(at - 1) && lines.slice(at).some((later) => !later.startsWith(" ")) ? "  …" : [];
  });
}

function diffLines(old: readonly string[], now: readonly string[]): string[] {
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  const longest = Math.min(old.length, now.length) - start;
  while (end < longest && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  return [
    ...old.slice(0, start).map((line) => `  ${line}`),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map((line) => `  ${line}`),
  ];
}

/** By the longest common subsequence. */
function diffMiddle(old: readonly string[], now: readonly string[]): string[] {
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      (common[row] as Uint32Array)[column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: string[] = [];
  for (let row = 0, column = 0; row < old.length || column < now.length; ) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push(`  ${old[row++]}`);
      column++;
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1)))
      lines.push(`- ${old[row++]}`);
    else lines.push(`+ ${now[column++]}`);
  }
  return lines;
}

function toLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
