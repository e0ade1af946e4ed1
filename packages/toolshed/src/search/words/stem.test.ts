import { expect, test } from "vitest";
import { stem } from "./stem.ts";

test.each([
  ["repositories repository", "repositori"],
  ["hopping hopped hop", "hop"],
  ["filing filed file files", "file"],
  ["agreed agree", "agre"],
  ["relational relate", "relat"],
  ["generation generate generates generating", "gener"],
  ["summarizing summarize", "summar"],
  ["adoption adopt", "adopt"],
  ["controlling controlled control", "control"],
  ["happiness happy", "happi"],
  ["customers customer", "customer"],
  ["issuing", "issuing"],
  ["feed", "feed"],
  ["sky", "sky"],
])("%s have the stem %s", (words, expected) => {
  for (const word of words.split(" ")) expect(stem(word)).toBe(expected);
});

test("keeps a word that is not English", () => {
  for (const word of ["k8s", "是的", "größen", "id"]) expect(stem(word)).toBe(word);
});
