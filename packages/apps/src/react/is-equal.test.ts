import { expect, test } from "vitest";
import { isEqual } from "./is-equal.ts";

test.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1, "1", false],
  [null, undefined, false],
  [null, {}, false],
  [{}, null, false],
  [{}, [], false],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, false],
  [[1, 2], [1], false],
  [[1], [1, 2], false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [new Set([1]), new Set([1]), false],
  [new Date(0), new Date(0), false],
])("%j and %j: %s", (a, b, expected) => {
  expect(isEqual(a, b)).toBe(expected);
});
