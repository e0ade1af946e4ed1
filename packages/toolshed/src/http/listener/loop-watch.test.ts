import { expect, onTestFinished, test } from "vitest";
import { watchLoop } from "./loop-watch.ts";

test("reports an event loop that was held up, for ten seconds", () => {
  let now = 0;
  const watch = watchLoop(() => now);
  onTestFinished(() => watch.close());
  now = 1_000;
  expect(watch.problem()).toBeUndefined();
  now = 4_000;
  expect(watch.problem()).toBe("overloaded");
  for (now = 4_500; now < 13_900; now += 500) expect(watch.problem()).toBe("overloaded");
  now = 14_500;
  expect(watch.problem()).toBeUndefined();
});
