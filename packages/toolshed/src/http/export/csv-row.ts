/** Spreadsheets run what begins like this, also after blanks or a quote, and with the signs in full width. */
const formula = /^[\s"\p{C}]*[=+\-@＝＋－＠]|^[\t\r]/u;
const numeric = /^[+-]?\d+(\.\d+)?$/;

/** A line of CSV. Some spreadsheets also split at semicolons or tabs. A text that a spreadsheet would run gets an apostrophe. */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(toCell).join(",")}\r\n`;

function toCell(value: unknown): string {
  const text = typeof value === "string" ? value : value === null ? "" : (JSON.stringify(value) ?? "");
  const isFormula = typeof value === "string" && formula.test(text) && !numeric.test(text.trim());
  const safe = isFormula ? `'${text}` : text;
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
