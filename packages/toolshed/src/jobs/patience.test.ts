import { expect, test } from "vitest";
import { createPatience } from "./patience.ts";

test("keeps spinning as long as answers come in time", () => {
  const patience = createPatience(Int32Array.of(1));
  for (let turn = 0; turn < 10; turn += 1) {
    expect(patience.awakeUntil()).toBeDefined();
    patience.learn(true);
  }
});

test("it is tried ever less often while they do not, and always again once one does", () => {
  const patience = createPatience(Int32Array.of(1));
  const isAwake = () => patience.awakeUntil() !== undefined;
  let tries = 0;
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (!isAwake()) continue;
    tries += 1;
    patience.learn(false);
  }
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(30);
  while (!isAwake());
  patience.learn(true);
  expect(isAwake()).toBe(true);
});

test("does not spin with several concurrent runs", () => {
  const runCount = Int32Array.of(2);
  const patience = createPatience(runCount);
  expect(patience.awakeUntil()).toBeUndefined();
  runCount[0] = 1;
  expect(patience.awakeUntil()).toBeDefined();
});
