type Rows = readonly (readonly unknown[])[];

const plain = (cell: unknown): string => {
  if (cell === undefined || cell === null) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
};

/** Spreadsheets run what begins like this, also after blanks or a quote, and with the signs in full width. */
const formula = /^[\s"\p{C}]*[=+\-@＝＋－＠]|^[\t\r]/u;
const numeric = /^[+-]?\d+(\.\d+)?$/;

/** A text that a spreadsheet would run gets an apostrophe. */
function guarded(cell: unknown): string {
  const text = plain(cell);
  const isFormula = typeof cell === "string" && formula.test(text) && !numeric.test(text.trim());
  return isFormula ? `'${text}` : text;
}

function quote(cell: unknown): string {
  const safe = guarded(cell);
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toCsv = (columns: readonly string[], rows: Rows): string =>
  [columns, ...rows].map((row) => row.map(quote).join(",")).join("\r\n");

/** For pasting into a spreadsheet. */
export const toTsv = (columns: readonly string[], rows: Rows): string =>
  [columns, ...rows]
    .map((row) => row.map((cell) => guarded(cell).replace(/[\t\r\n]+/g, " ")).join("\t"))
    .join("\n");
