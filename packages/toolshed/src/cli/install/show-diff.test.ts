import { expect, test } from "vitest";
import { showDiff } from "./show-diff.ts";

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

test("shows each change with three lines around it", () => {
  const before = text(...numbers(1, 30));
  const after = text(...numbers(1, 9), "ten", ...numbers(11, 24), "new", ...numbers(25, 30));
  expect(showDiff(before, after)).toEqual([
    ...["  7", "  8", "  9", "- 10", "+ ten", "  11", "  12", "  13", "  …"],
    ...["  22", "  23", "  24", "+ new", "  25", "  26", "  27"],
  ]);
});

test("shows a new file, and nothing where nothing changed", () => {
  expect(showDiff("", "a\r\nb\r\n")).toEqual(["+ a", "+ b"]);
  expect(showDiff("a\n", "a\n")).toEqual([]);
});
