import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Chores } from "./chores.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const ending = new AbortController();
  const problems: string[] = [];
  return { ending, problems, chores: new Chores(ending.signal, (problem) => problems.push(problem)) };
}

test("a chore is repeated until the signal, and reports each failure", async () => {
  const { ending, problems, chores } = setUp();
  const run = vi.fn(async () => {
    throw new Error("no room");
  });
  chores.add({ everyMs: 1_000, atOnce: true, failure: "nothing was deleted", run });
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run).toHaveBeenCalledTimes(3);
  ending.abort();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run).toHaveBeenCalledTimes(3);
  expect(problems).toEqual(Array(3).fill("nothing was deleted: no room"));
});

test("a chore that need not run immediately waits for its time, and closing waits for its end", async () => {
  const { ending, chores } = setUp();
  const finished = vi.fn();
  const run = vi.fn(async (signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    finished();
  });
  chores.add({ everyMs: 1_000, atOnce: false, failure: "", run });
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  ending.abort();
  await chores.settled();
  expect(finished).toHaveBeenCalledTimes(1);
});
