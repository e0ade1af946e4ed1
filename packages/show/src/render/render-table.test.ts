import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeElement, FakePage } from "../fake-dom.ts";
import { renderTable } from "./render-table.ts";

beforeEach(() => {
  vi.stubGlobal("document", new FakePage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = (columns: string[], rows: unknown[][]) =>
  renderTable({ columns, rows, rest: undefined }) as unknown as FakeElement;
const cellsOf = (table: FakeElement) => table.all("TD").map(({ textContent }) => textContent);

test("sorts numbers by their value and leaves blank cells at the end", () => {
  const table = shown(["n"], [[-5], [null], [3], [-10], [1e21]]);
  const [sorter] = table.all("TH").flatMap((head) => head.all("BUTTON"));
  sorter?.click();
  expect(cellsOf(table)).toEqual(["-10", "-5", "3", "1e+21", "null"]);
});

test("offers to show the rest of a long cell", () => {
  const table = shown(["text"], [["x".repeat(160)], ["x".repeat(161)]]);
  expect(cellsOf(table)).toEqual(["x".repeat(160), `${"x".repeat(160)}… Show all 161 characters`]);
});
