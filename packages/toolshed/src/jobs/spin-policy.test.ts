import { expect, test } from "vitest";
import { createSpinPolicy } from "./spin-policy.ts";

test("keeps spinning as long as answers come in time", () => {
  const spinPolicy = createSpinPolicy(Int32Array.of(1));
  for (let turn = 0; turn < 10; turn += 1) {
    expect(spinPolicy.awakeUntil()).toBeDefined();
    spinPolicy.learn(true);
  }
});

test("it is tried ever less often while they do not, and always again once one does", () => {
  const spinPolicy = createSpinPolicy(Int32Array.of(1));
  const isAwake = () => spinPolicy.awakeUntil() !== undefined;
  let tries = 0;
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (!isAwake()) continue;
    tries += 1;
    spinPolicy.learn(false);
  }
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(30);
  while (!isAwake());
  spinPolicy.learn(true);
  expect(isAwake()).toBe(true);
});

test("does not spin with several concurrent runs", () => {
  const runCount = Int32Array.of(2);
  const spinPolicy = createSpinPolicy(runCount);
  expect(spinPolicy.awakeUntil()).toBeUndefined();
  runCount[0] = 1;
  expect(spinPolicy.awakeUntil()).toBeDefined();
});
