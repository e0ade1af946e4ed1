import { expect, onTestFinished, test, vi } from "vitest";
import { Stopwatch } from "./timings.ts";

test("adds up the time of each stage, and leaves out what took none", () => {
  let now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const stopwatch = new Stopwatch(now, 2.34);
  now += 1.06;
  stopwatch.enter("approval");
  stopwatch.enter("record");
  now += 0.04;
  stopwatch.enter("upstream");
  now += 120;
  // A call that ends here was in this stage until now.
  expect(JSON.parse(stopwatch.toJson())).toEqual({ queue: 2.3, validate: 1.1, upstream: 120 });
  now += 5;
  stopwatch.enter("redact");
  now += 0.2;
  expect(JSON.parse(stopwatch.toJson())).toEqual({ queue: 2.3, validate: 1.1, upstream: 125, redact: 0.2 });
});
