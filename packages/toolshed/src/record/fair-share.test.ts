import { expect, test } from "vitest";
import { fairShare } from "./fair-share.ts";

test.each([
  [[10, 20, 30], 60, Number.POSITIVE_INFINITY],
  [[10, 20, 1_000], 100, 70],
  [[500, 500], 100, 50],
  [[], 100, Number.POSITIVE_INFINITY],
])("of %j, with room for %d, each may keep %d", (counts, total, share) => {
  expect(fairShare(counts, total)).toBe(share);
});
