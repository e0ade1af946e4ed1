import { expect, test } from "vitest";
import { toCsv, toTsv } from "./to-csv.ts";

const hostile = [
  "=1+1",
  " =1+1",
  "\u00a0=1+1",
  "\u200b=1+1",
  "＝1+1",
  "＋1+1",
  "－x",
  "＠x",
  "\n@x",
  '"=1+1"',
  "\tx",
];
const harmless = ["-5", " -5 ", "+1.5", "a=1", "x:=1+1", ""];

test.each(hostile)("%j is not a formula in CSV or in copied cells, nor as a column name", (text) => {
  for (const copied of [toTsv([text], [[text]]).split("\n"), toCsv([text], [[text]]).split("\r\n")]) {
    expect(copied).toHaveLength(2);
    for (const cell of copied) expect(cell).toMatch(/^"?'/);
  }
});

test.each(harmless)("%j stays as it is", (text) => {
  expect(toTsv(["a"], [[text]])).toBe(`a\n${text}`);
  expect(toCsv(["a"], [[text]])).toBe(`a\r\n${text}`);
});

test("a cell with a semicolon is quoted, for spreadsheets that split there", () => {
  expect(toCsv(["a"], [["x;=1+1"]])).toBe('a\r\n"x;=1+1"');
});
