type Rows = readonly (readonly unknown[])[];

const plain = (cell: unknown): string => {
  if (cell === undefined || cell === null) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
};

/** Spreadsheets run what begins like this, so a text that does gets an apostrophe. */
const formula = /^[=+\-@\t\r]/;
const numeric = /^[+-]?\d+(\.\d+)?$/;

function quote(cell: unknown): string {
  const text = plain(cell);
  const safe = typeof cell === "string" && formula.test(text) && !numeric.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toCsv = (columns: readonly string[], rows: Rows): string =>
  [columns, ...rows].map((row) => row.map(quote).join(",")).join("\r\n");

/** For pasting into a spreadsheet. */
export const toTsv = (columns: readonly string[], rows: Rows): string =>
  [columns, ...rows]
    .map((row) => row.map((cell) => plain(cell).replace(/[\t\r\n]+/g, " ")).join("\t"))
    .join("\n");
