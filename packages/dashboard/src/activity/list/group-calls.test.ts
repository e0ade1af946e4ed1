import type { CallEntry } from "toolshed/api";
import { expect, test } from "vitest";
import { groupCalls, spanOf, traceOf, worstOutcome } from "./group-calls.ts";

const call = (id: number, traceId: string | null, more: Partial<CallEntry> = {}) =>
  ({ id, traceId, runId: null, at: id * 100, durationMs: 50, outcome: "ok", ...more }) as CallEntry;

test("lists the calls of a trace once, in the place of its newest", () => {
  const items = groupCalls([call(5, null), call(4, "a"), call(3, "b"), call(2, "a"), call(1, null)]);
  expect(items.map(({ key }) => key)).toEqual(["call:5", "trace:a", "call:3", "call:1"]);
  expect(items[1]).toMatchObject({ calls: [{ id: 4 }, { id: 2 }] });
});

test.each([
  ["a client's trace", { traceId: "a", runId: "r" }, "a"],
  ["a run without a trace", { traceId: null, runId: "r" }, "r"],
  ["a run in a session", { traceId: "session-s", runId: "r" }, "r"],
  ["a session", { traceId: "session-s", runId: null }, "session-s"],
  ["nothing", { traceId: null, runId: null }, null],
])("groups by %s", (_, given, key) => {
  expect(traceOf(given)).toBe(key);
});

test.each([
  [["ok", "failed", "denied"], "failed"],
  [["ok", "started"], "started"],
  [["cancelled", "timeout"], "timeout"],
  [["ok", "approved"], "approved"],
])("of %j the worst outcome is %s", (all, worst) => {
  expect(worstOutcome(all.map((outcome) => ({ outcome })))).toBe(worst);
});

test("spans from the first start to the last end", () => {
  const calls = [call(3, "a"), call(2, "a", { durationMs: 500 }), call(1, "a")];
  expect(spanOf(calls)).toEqual({ start: 100, ms: 600 });
});
