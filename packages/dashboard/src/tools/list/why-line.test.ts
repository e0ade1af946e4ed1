import { expect, test } from "vitest";
import { whyLine } from "./why-line.ts";

test("gives the strongest reasons of a match on one line, without figures", () => {
  const why = [
    '"throw" as "delete" in the name +3.10',
    '"note" in the first sentence +0.40',
    "Matches the name ×1.20",
    "Same word order as the query +0.10",
    "Ranked after similar tools ×0.90",
    "Score 4.07",
  ];
  expect(whyLine(why)).toBe(
    '"throw" as "delete" in the name · "note" in the first sentence · Matches the name',
  );
  expect(whyLine([why[4] ?? "", "Score 1.00"])).toBe("");
});
