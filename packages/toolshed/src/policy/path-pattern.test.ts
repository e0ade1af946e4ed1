import { expect, test } from "vitest";
import { isPattern, matchesPattern } from "./path-pattern.ts";

test.each([
  ["*", "a.b.c", true],
  ["a.b", "a.b", true],
  ["a.b", "a.b.c", false],
  ["a.b.*", "a.b.c", true],
  ["a.b.*", "a.b.c.d", false],
  ["a.b.*", "a.b", false],
  ["a.b.*", "a.bc.d", false],
  ["a.**", "a.b.c.d", true],
  ["a.**", "ab.c", false],
  ["", "a.b", false],
])('"%s" for %s: %s', (pattern, path, expected) => {
  expect(matchesPattern(pattern, path)).toBe(expected);
});

test.each(["*", "a", "a.b", "a.b.*", "a.**", "a_1.b2"])('"%s" is a pattern', (text) => {
  expect(isPattern(text)).toBe(true);
});

test.each(["", "**", "*.a", "a.*.b", "A.b", "a b", "a..b", "a.b;"])('"%s" is none', (text) => {
  expect(isPattern(text)).toBe(false);
});
