import { expect, test } from "vitest";
import { durationBounds, percentile } from "./durations.ts";

const count = (durations: readonly number[]) =>
  durations.map((ms) => {
    const bucket = durationBounds.findIndex((bound) => ms <= bound);
    return { bucket: bucket < 0 ? durationBounds.length : bucket, calls: 1 };
  });

test.each([
  ["one call", [100]],
  ["a few", [5, 7, 9, 4_000]],
  ["evenly spread", Array.from({ length: 1_000 }, (_, index) => index + 1)],
  ["two kinds", [...Array(960).fill(12), ...Array(40).fill(30_000)]],
  ["two kinds, the slow ones above the mark", [...Array(900).fill(12), ...Array(100).fill(30_000)]],
  ["longer than the last span", [3_000_000]],
])("finds the 95th percentile of %s within a span", (_, durations) => {
  const sorted = [...durations].sort((a, b) => a - b);
  const exact = sorted[Math.ceil(0.95 * sorted.length) - 1] as number;
  const found = percentile(count(durations), 0.95) as number;
  expect(found / exact).toBeGreaterThan(1 / 1.5);
  expect(found / exact).toBeLessThan(1.5);
});

test("leaves out calls whose tool did not run", () => {
  const ran = count([100, 100]);
  expect(percentile([...ran, { bucket: -1, calls: 1_000 }], 0.95)).toBe(percentile(ran, 0.95));
  expect(percentile([{ bucket: -1, calls: 3 }], 0.95)).toBeNull();
  expect(percentile([], 0.95)).toBeNull();
});
