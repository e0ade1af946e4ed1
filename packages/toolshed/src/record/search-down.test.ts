import { afterEach, expect, test, vi } from "vitest";
import { searchDown } from "./search-down.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A clock that advances by this much each time it is read. */
function tick(ms: number): void {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += ms;
    return now;
  });
}

test("goes through everything without gaps where queries are fast", async () => {
  tick(0.01);
  const search = searchDown({ from: 5_000_001, to: 1 });
  let next = 5_000_001;
  let count = 0;
  for await (const { top, bottom } of search) {
    expect(top).toBe(next);
    next = bottom;
    count += 1;
  }
  expect([next, search.isDone]).toEqual([1, true]);
  expect(count).toBeLessThan(10);
});

test("ends early where they are slow, and tells how far it got", async () => {
  tick(30);
  const search = searchDown({ from: 5_000_001, to: 1 });
  let last = 0;
  for await (const { bottom } of search) last = bottom;
  expect(search.isDone).toBe(false);
  expect(search.top).toBe(last);
  expect(last).toBeGreaterThan(4_000_000);
});
