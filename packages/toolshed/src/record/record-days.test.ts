import { expect, test } from "vitest";
import { recordCalls, recordDays } from "./record-days.ts";

test("calls are kept for 30 days, or as many as are set", () => {
  expect(recordDays({})).toBe(30);
  expect(recordDays({ TOOLSHED_RECORD_DAYS: "7" })).toBe(7);
});

test.each(["0", "-1", "1.5", "soon", "99999"])("%s days are refused with the next step", (days) => {
  expect(() => recordDays({ TOOLSHED_RECORD_DAYS: days })).toThrow("set it to 30");
});

test("a number of calls that is none is refused with the next step", () => {
  expect(recordCalls({ TOOLSHED_RECORD_CALLS: "5000" })).toBe(5_000);
  expect(() => recordCalls({ TOOLSHED_RECORD_CALLS: "many" })).toThrow("give a number of calls from 1000");
});
