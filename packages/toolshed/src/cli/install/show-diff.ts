const contextLines = 3;

/** How two texts differ, line by line, as one change with a few lines around it. */
export function showDiff(before: string, after: string): string[] {
  const old = toLines(before);
  const now = toLines(after);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  const longest = Math.min(old.length, now.length) - start;
  while (end < longest && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const from = Math.max(0, start - contextLines);
  return [
    ...old.slice(from, start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
    ...old.slice(old.length - end, old.length - end + contextLines).map((line) => `  ${line}`),
  ];
}

function toLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
