import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("ends with its time, or with another signal before", () => {
  const [first, other] = [startDeadline(1_000), new AbortController()];
  const second = startDeadline(1_000, other.signal);
  other.abort();
  expect([first.signal.aborted, second.signal.aborted, second.isOver]).toEqual([false, true, false]);
  vi.advanceTimersByTime(1_000);
  expect([first.signal.aborted, first.isOver]).toEqual([true, true]);
});

test("ends with a signal that was aborted before, and not after it was cleared", () => {
  expect(startDeadline(1_000, AbortSignal.abort()).signal.aborted).toBe(true);
  const other = new AbortController();
  const cleared = startDeadline(1_000, other.signal);
  cleared.clear();
  vi.advanceTimersByTime(2_000);
  other.abort();
  expect(cleared.signal.aborted).toBe(false);
});
