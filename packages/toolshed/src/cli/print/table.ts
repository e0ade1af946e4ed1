import { invocation } from "../invocation.ts";
import { printable } from "./printable.ts";
import { style } from "./style.ts";

const gap = "  ";

/** Rows in columns. On a terminal they have a heading and are cut to its width; in a pipe every cell is whole. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell).replaceAll("\n", " ")));
  const { isTTY, columns } = invocation().stdout;
  const all = isTTY ? [head, ...cells] : cells;
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join(gap)
      .trimEnd(),
  );
  if (!isTTY) return lines.join("\n");
  const width = columns || Number.POSITIVE_INFINITY;
  return lines
    .map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line))
    .map((line, at) => (at === 0 ? style("dim", line) : emphasizeFirst(line)))
    .join("\n");
}

const emphasizeFirst = (line: string): string => line.replace(/^\S+/, (first) => style("bold", first));
