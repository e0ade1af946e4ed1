import { expect, onTestFinished, test, vi } from "vitest";
import { createSchedule } from "./schedule.ts";

const never = new AbortController().signal;

test("further runs of one user leave two places to others", async () => {
  const schedule = createSchedule(4);
  const [first] = await Promise.all([schedule.enter("a", never), schedule.enter("a", never)]);
  let third = false;
  const waiting = schedule.enter("a", never).then((place) => {
    third = true;
    return place;
  });
  const other = await schedule.enter("b", never);
  const last = await schedule.enter("c", never);
  expect(third).toBe(false);
  last?.leave(false);
  first?.leave(false);
  await Promise.resolve();
  expect(third).toBe(false);
  other?.leave(false);
  await waiting.then((place) => place?.leave(false));
});

test("a person who used up a limit does not get the last place for a while", async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const schedule = createSchedule(2);
  (await schedule.enter("bad", never))?.leave(true);
  await schedule.enter("worse", never);
  let isIn = false;
  const entering = schedule.enter("bad", never).then(() => {
    isIn = true;
  });
  (await schedule.enter("quiet", never))?.leave(false);
  expect(isIn).toBe(false);
  await vi.advanceTimersByTimeAsync(31_000);
  await entering;
  expect(isIn).toBe(true);
});

test("who gives up waiting gets no place", async () => {
  const schedule = createSchedule(1);
  const place = await schedule.enter("a", never);
  const giving = new AbortController();
  const waiting = schedule.enter("b", giving.signal);
  giving.abort();
  expect(await waiting).toBeUndefined();
  place?.leave(false);
  expect(await schedule.enter("c", never)).toBeDefined();
});

test("says when a person's only run has to wait", async () => {
  const onStarved = vi.fn();
  const schedule = createSchedule(2, onStarved);
  await schedule.enter("a", never);
  const place = await schedule.enter("b", never);
  const ending = new AbortController();
  const second = schedule.enter("a", ending.signal);
  expect(onStarved).not.toHaveBeenCalled();
  const waiting = schedule.enter("c", never);
  expect(onStarved).toHaveBeenCalledOnce();
  expect(schedule.isStarving()).toBe(true);
  place?.leave(false);
  await waiting;
  expect(schedule.isStarving()).toBe(false);
  ending.abort();
  expect(await second).toBeUndefined();
});
