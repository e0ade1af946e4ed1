import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createResizer } from "./frame-size.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("applies a size immediately, and the latest of a flood every 50 ms", () => {
  const applied: unknown[] = [];
  const resize = createResizer(({ height }) => applied.push(height));
  for (let height = 1; height <= 1_000; height++) resize({ height });
  expect(applied).toEqual([1]);
  vi.advanceTimersByTime(49);
  expect(applied).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(applied).toEqual([1, 1_000]);
  resize({ height: 5 });
  resize({ height: 6 });
  vi.advanceTimersByTime(50);
  expect(applied).toEqual([1, 1_000, 6]);
  vi.advanceTimersByTime(50);
  resize({ height: 7 });
  expect(applied).toEqual([1, 1_000, 6, 7]);
});
