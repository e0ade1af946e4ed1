import { expect, test } from "vitest";
import { networkReason } from "./network-reason.ts";

test("says why a server was not reached, however deep the reason is", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(networkReason(new TypeError("fetch failed", { cause: refused }))).toBe("connection refused");
  expect(networkReason(new TypeError("x", { cause: new AggregateError([refused]) }))).toBe(
    "connection refused",
  );
  expect(networkReason(new Error("Granola API error 401"))).toBeUndefined();
});
