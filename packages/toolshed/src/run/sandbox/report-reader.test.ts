import { describe, expect, test } from "vitest";
import { defaultLimits } from "./limits.ts";
import { createReportReader } from "./report-reader.ts";

const logs = { count: 0, json: "" };
const report = { calls: [], timers: [], cancelled: [], logs, fitness: "fit" };
const call = (id: unknown, rest = '\t"a.b"\t{}') => `${id}${rest}`;

test("a sound report is read", () => {
  const read = createReportReader(defaultLimits);
  const first = read({
    ...report,
    calls: [call(1), call(3, '\t"a.b"\t{"x":1}\t"work"')],
    timers: [{ id: 2, delayMs: 0 }],
    logs: { count: 1, json: '{"level":"log","message":"x"},\n' },
  });
  expect(first).toMatchObject({
    calls: [
      { id: 1, path: "a.b", args: "{}" },
      { id: 3, path: "a.b", args: '{"x":1}', connection: "work" },
    ],
    timers: [{ id: 2, delayMs: 0 }],
    ending: undefined,
    fitness: "fit",
  });
  const error = { name: "LimitError", message: "m", line: 1, column: 2, limit: "cpu" };
  expect(
    read({ ...report, cancelled: [2], ending: { kind: "error", error }, fitness: "slow" }),
  ).toMatchObject({
    cancelled: [2],
    ending: { kind: "error", error },
    fitness: "slow",
  });
});

test("a script is said not to have begun in the first report only", () => {
  const read = createReportReader(defaultLimits);
  const refused = { ...report, ending: { kind: "refused", error: { name: "SyntaxError", message: "m" } } };
  expect(createReportReader(defaultLimits)(refused).ending?.kind).toBe("refused");
  read({ ...report, calls: [call(1)] });
  expect(() => read(refused)).toThrow("unexpected ending");
});

const hostile: Record<string, unknown> = {
  "a fitness of its own": { ...report, fitness: "fine" },
  nothing: undefined,
  "a text": "ready?",
  "no calls": { ...report, calls: undefined },
  "calls that are not a list": { ...report, calls: { length: 1e9 } },
  "a call that is not a string": { ...report, calls: [{}] },
  "more calls than may be open": { ...report, calls: Array.from({ length: 1_001 }, (_, id) => call(id + 1)) },
  "a million timers": { ...report, timers: Array.from({ length: 1e6 }, (_, id) => ({ id, delayMs: 0 })) },
  "an id that is not a number": { ...report, calls: [call("x")] },
  "no id": { ...report, calls: [call("")] },
  "an id below zero": { ...report, calls: [call(-1)] },
  "an id with a fraction": { ...report, calls: [call(1.5)] },
  "an endless id": { ...report, calls: [call("Infinity")] },
  "an id twice": { ...report, calls: [call(1), call(1)] },
  "the id of a timer": { ...report, calls: [call(1)], timers: [{ id: 1, delayMs: 0 }] },
  "an altered path": { ...report, calls: [call(1, "\t{oops\t{}")] },
  "a path that is not a string": { ...report, calls: [call(1, "\t{}\t{}")] },
  "a path without end": { ...report, calls: [call(1, `\t"${"a".repeat(1e5)}"\t{}`)] },
  "a connection that is not a string": { ...report, calls: [call(1, '\t"a.b"\t{}\t[1]')] },
  "a line with more parts": { ...report, calls: [call(1, '\t"a.b"\t{}\t"c"\t"d"')] },
  "arguments beyond the limit": { ...report, calls: [call(1, `\t"a"\t"${"x".repeat(33 * 1024 * 1024)}"`)] },
  "a delay that is not a number": { ...report, timers: [{ id: 1, delayMs: Number.NaN }] },
  "a delay below zero": { ...report, timers: [{ id: 1, delayMs: -1 }] },
  "a delay too long for a timer": { ...report, timers: [{ id: 1, delayMs: 2 ** 40 }] },
  "a cancelled timer that never was": { ...report, cancelled: [7] },
  "a timer cancelled twice": { ...report, timers: [{ id: 1, delayMs: 0 }], cancelled: [1, 1] },
  "a cancelled call": { ...report, calls: [call(1)], cancelled: [1] },
  "logs as a list": { ...report, logs: ["x"] },
  "logs without end": { ...report, logs: { count: 1, json: "x".repeat(2e6) } },
  "an uncountable number of logs": { ...report, logs: { count: Number.NaN, json: "" } },
  "an ending of no kind": { ...report, ending: { kind: "other" } },
  "an ending that pauses": { ...report, ending: { kind: "paused", turns: [] } },
  "a value that is not a string": { ...report, ending: { kind: "value", json: { toString: 1 } } },
  "a value without end": { ...report, ending: { kind: "value", json: "x".repeat(5e6) } },
  "an error that is none": { ...report, ending: { kind: "error", error: null } },
  "an error with a huge message": {
    ...report,
    ending: { kind: "error", error: { name: "Error", message: "x".repeat(1e6) } },
  },
  "an unknown limit": {
    ...report,
    ending: { kind: "error", error: { name: "Error", message: "", limit: "all" } },
  },
};

describe("refuses", () => {
  test.each(Object.entries(hostile))("%s", (_name, message) => {
    expect(() => createReportReader(defaultLimits)(message)).toThrow();
  });

  test("more calls than a run may make, over many reports", () => {
    const read = createReportReader({ ...defaultLimits, calls: 3 });
    read({ ...report, calls: [call(1), call(2), call(3)] });
    expect(() => read({ ...report, calls: [call(4)] })).toThrow("number of calls");
  });

  test("an id of an earlier report", () => {
    const read = createReportReader(defaultLimits);
    read({ ...report, calls: [call(1)] });
    expect(() => read({ ...report, timers: [{ id: 1, delayMs: 0 }] })).toThrow("unexpected id");
  });
});
