const titleWidth = 72;
const width = 12;

/** Prints a line of a table. */
export function row(title, cells) {
  const text = cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell).padStart(width));
  process.stdout.write(`${title.padEnd(titleWidth)}${text.join("")}\n`);
}
