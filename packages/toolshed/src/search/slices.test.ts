import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSlices, finish, type Steps } from "./slices.ts";

/** The time, which advances only while steps run. */
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Steps that take some time each. */
function* busy(count: number, atEnd: () => void = () => {}): Steps<number> {
  for (let step = 0; step < count; step++) {
    now += 0.1;
    yield;
  }
  atEnd();
  return count;
}

test("lets other work run between slices of the background work", async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    const slices = createSlices(function* () {
      yield* busy(200, () => order.push("background"));
      resolve();
    });
    slices.wake();
    setImmediate(() => setImmediate(() => order.push("other")));
  });
  expect(order).toEqual(["other", "background"]);
});

test("runs a task before the background work is done", async () => {
  const order: string[] = [];
  let done = () => {};
  const finished = new Promise<void>((resolve) => {
    done = resolve;
  });
  const slices = createSlices(function* () {
    yield* busy(500, () => order.push("background"));
    done();
  });
  slices.wake();
  const tasks = [60, 10].map((count) => slices.run(busy(count, () => order.push(`task of ${count}`))));
  setImmediate(() => order.push("other"));
  expect(await Promise.all(tasks)).toEqual([60, 10]);
  await finished;
  expect(order).toEqual(["other", "task of 60", "task of 10", "background"]);
});

test("serves users in turn, however many tasks one of them has", async () => {
  const order: string[] = [];
  const slices = createSlices(() => busy(0) as never);
  const run = (userId: string) =>
    slices.run(
      busy(30, () => order.push(userId)),
      userId,
    );
  await Promise.all([run("greedy"), run("greedy"), run("greedy"), run("quiet")]);
  expect(order).toEqual(["greedy", "greedy", "quiet", "greedy"]);
});

test("runs a short task synchronously, and starts over when there is new work", async () => {
  let rounds = 0;
  const slices = createSlices(function* () {
    rounds++;
    yield;
  });
  expect(await slices.run(busy(1))).toBe(1);
  expect(rounds).toBe(0);
  slices.wake();
  await slices.run(busy(1));
  slices.wake();
  await slices.run(busy(1));
  expect(rounds).toBe(2);
});

test("an error of a task is the task's own", async () => {
  const slices = createSlices(() => busy(0) as never);
  const failing = slices.run(
    (function* (): Steps<void> {
      yield;
      throw new Error("broken");
    })(),
  );
  const next = slices.run(busy(3));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe(3);
});

test("close stops the background work and rejects tasks that are not done", async () => {
  let steps = 0;
  const slices = createSlices(function* () {
    for (; steps < 10_000; steps++) yield* busy(1);
  });
  slices.wake();
  const task = slices.run(busy(1_000));
  slices.close();
  await expect(task).rejects.toThrow("closed");
  const before = steps;
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(steps).toBe(before);
});

test("finish runs all steps", () => {
  expect(finish(busy(3))).toBe(3);
});
