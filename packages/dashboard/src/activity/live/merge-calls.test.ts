import type { CallEntry } from "toolshed/api";
import { expect, test } from "vitest";
import { addArrived, type HeldCalls } from "./merge-calls.ts";

const call = (id: number, outcome = "ok") => ({ id, outcome }) as CallEntry;
const held: HeldCalls = {
  filter: {},
  calls: [call(12), call(10, "started")],
  waiting: [],
  latest: 12,
  next: 10,
};
const ids = (calls: readonly CallEntry[]) => calls.map(({ id }) => id);

test("new calls wait while the list must not move; listed ones are updated in place", () => {
  const next = addArrived(held, [call(10), call(13), call(14)], false);
  expect(next.calls).toEqual([call(12), call(10)]);
  expect(ids(next.waiting)).toEqual([14, 13]);
  const shown = addArrived(next, [call(15)], true);
  expect([ids(shown.calls), shown.waiting]).toEqual([[15, 14, 13, 12, 10], []]);
});

test("a call below the list is left to the next page, unless there is none", () => {
  expect(ids(addArrived(held, [call(9), call(11)], true).calls)).toEqual([12, 11, 10]);
  expect(ids(addArrived({ ...held, next: null }, [call(9)], true).calls)).toEqual([12, 10, 9]);
});

test("a list that has become long is cut, and its end can be loaded again", () => {
  const many = Array.from({ length: 6_000 }, (_, index) => call(index + 100));
  const { calls, next } = addArrived(held, many, true);
  expect([calls.length, calls.at(-1)?.id, next]).toEqual([5_000, 1_100, 1_100]);
});
