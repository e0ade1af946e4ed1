import { expect, test } from "vitest";
import { review } from "./review.ts";

const harmless = { hash: "1", sensitive: false };
const sensitive = { hash: "1", sensitive: true };

test("only what could do harm waits, and only where an admin is asked", () => {
  expect(review({ a: harmless, b: sensitive }, { a: harmless, b: sensitive }, "ask")).toEqual([]);
  const listed = { a: { ...harmless, hash: "2" }, b: { ...sensitive, hash: "2" }, c: sensitive, d: harmless };
  expect(review(listed, { a: harmless, b: sensitive, gone: sensitive }, "ask")).toEqual([
    { name: "a", kind: "changed", waiting: false },
    { name: "b", kind: "changed", waiting: true },
    { name: "c", kind: "new", waiting: true },
    { name: "d", kind: "new", waiting: false },
    { name: "gone", kind: "gone", waiting: false },
  ]);
  expect(review(listed, {}, "always").some(({ waiting }) => waiting)).toBe(false);
});

test("a tool that was harmful does not become harmless by saying so", () => {
  const [change] = review({ a: { hash: "2", sensitive: false } }, { a: sensitive }, "ask");
  expect(change?.waiting).toBe(true);
});

test("a View that is not as it was seen waits, also that of a harmless tool", () => {
  const seen = { a: { ...harmless, view: "1" }, b: { ...harmless, view: "1" } };
  const listed = { a: { ...harmless, view: "2" }, b: harmless, c: { ...harmless, view: "1" } };
  expect(review(listed, seen, "ask")).toEqual([
    { name: "a", view: true, kind: "changed", waiting: true },
    { name: "c", kind: "new", waiting: false },
    { name: "c", view: true, kind: "new", waiting: true },
  ]);
  expect(review(listed, seen, "always").some(({ waiting }) => waiting)).toBe(false);
});
