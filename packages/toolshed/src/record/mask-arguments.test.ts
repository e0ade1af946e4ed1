import { expect, test } from "vitest";
import { findSecretTexts, isMasked, maskArguments } from "./mask-arguments.ts";

const unreadable = {
  get broken() {
    throw new Error("no");
  },
};

test.each([
  [{}, false],
  [{ text: "…", list: [1, null] }, false],
  [{ password: "hunter2" }, true],
  [{ nested: [{ apiKey: 1 }] }, true],
  [{ text: "x".repeat(2_000) }, true],
  [unreadable, true],
])("says whether something is missing in the kept arguments %#", (args, expected) => {
  expect(isMasked(maskArguments(args))).toBe(expected);
});

test("knows that a secret was taken out of the arguments", () => {
  expect(isMasked('{"text":"Bearer [redacted]"}')).toBe(true);
});

test("finds the texts that are secrets by their names, and gives up on too many values", () => {
  const args = { token: "first", nested: [{ secret: { inner: ["second"] }, name: "public" }] };
  expect(findSecretTexts(args)).toEqual(new Set(["first", "second"]));
  expect(findSecretTexts({ list: Array.from({ length: 30_000 }), token: "hidden" })).toBeUndefined();
});
