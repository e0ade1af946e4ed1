import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ListChanges } from "./list-changes.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

async function followFor(ms: number, changeEveryMs: number, readMs = 0) {
  const reads: number[] = [];
  let changedAt = 0;
  let lastReadSaw = 0;
  const changes = new ListChanges(async () => {
    reads.push(Date.now());
    lastReadSaw = changedAt;
    await new Promise((resolve) => setTimeout(resolve, readMs));
  });
  for (let time = 0; time < ms; time += changeEveryMs) {
    changedAt = Date.now();
    changes.changed();
    await vi.advanceTimersByTimeAsync(changeEveryMs);
  }
  return { reads, changes, isUpToDate: () => lastReadSaw === changedAt };
}

test("reads a list that has changed once immediately", async () => {
  const { reads } = await followFor(100, 100);
  expect(reads).toHaveLength(1);
});

test("reads a list that changes all the time less and less often, and the last change in the end", async () => {
  const { reads, isUpToDate } = await followFor(120_000, 200);
  expect(reads.length).toBeLessThan(12);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isUpToDate()).toBe(true);
});

test("reads a list that was quiet for long immediately again", async () => {
  const { reads, changes } = await followFor(120_000, 200);
  await vi.advanceTimersByTimeAsync(600_000);
  const before = reads.length;
  changes.changed();
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toHaveLength(before + 1);
});

test("gives a list that takes long to read a small share of the time", async () => {
  const { reads } = await followFor(120_000, 200, 1_000);
  expect(reads.length).toBeLessThan(7);
});

test("reads nothing after it was closed", async () => {
  const { reads, changes } = await followFor(100, 100);
  changes.changed();
  changes.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toHaveLength(1);
});

test("follows a second change soon, also where a read took a moment", async () => {
  const { reads, isUpToDate } = await followFor(500, 250, 100);
  await vi.advanceTimersByTimeAsync(500);
  expect(reads).toHaveLength(2);
  expect(isUpToDate()).toBe(true);
});
