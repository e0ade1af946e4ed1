import { expect, test } from "vitest";
import { whyLine } from "./why-line.ts";

test("gives the strongest reasons of a match on one line, without figures", () => {
  const why = [
    '"throw" as "delete" in the name +3.10',
    '"note" in the first sentence +0.40',
    "The query has words of its name ×1.20",
    "Words follow each other as in the query +0.10",
    "Tools of its source or copies of it come before ×0.90",
    "Score 4.07",
  ];
  expect(whyLine(why)).toBe(
    '"throw" as "delete" in the name · "note" in the first sentence · The query has words of its name',
  );
  expect(whyLine([why[4] ?? "", "Score 1.00"])).toBe("");
});
