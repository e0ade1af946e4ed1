import { expect, test } from "vitest";
import { toCsv } from "../packages/show/src/render/to-csv.ts";
import { csvRow } from "../packages/toolshed/src/http/export/csv-row.ts";

const cells = [
  "a;=1+1",
  "plain",
  'a "quote", and a comma',
  "two\nlines",
  "=cmd|' /C calc'!A0",
  '  "=1+1',
  "＝1+1",
  "@SUM(A1)",
  "\tx",
  "-1",
  "-1+2",
  -1,
  null,
  { a: "=1" },
  ["x"],
];

test("writes cells as the results of tools are copied, so that no spreadsheet runs them", () => {
  for (const cell of cells) expect(csvRow([cell, 1])).toBe(`${toCsv([], [[cell, 1]]).trimStart()}\r\n`);
  expect(csvRow(["=1+1", "+1-1"])).toBe("'=1+1,'+1-1\r\n");
});
