import { expect, test } from "vitest";
import { fitAnswer } from "./fit-answer.ts";
import type { LogLine } from "./sandbox/sandbox.ts";

const call = (size: number) => ({
  path: "a.b",
  args: JSON.stringify({ text: '"'.repeat(size) }),
  ok: true,
  durationMs: 1,
});
const logsOf = (lines: readonly LogLine[]) => ({
  count: lines.length,
  json: lines.map((line) => `${JSON.stringify(line)},\n`).join(""),
});

test("an answer that fits stays as it is", () => {
  const line: LogLine = { level: "log", message: "x,\n" };
  const { answer, parts } = fitAnswer({
    success: true,
    value: "[1]",
    calls: [call(2)],
    logs: logsOf([line, line]),
  });
  expect(answer).toEqual({
    success: true,
    value: [1],
    calls: [{ ...call(2), args: { text: '""' } }],
    logs: [line, line],
  });
  expect(parts).toEqual([]);
});

test.each([
  ["a value", { value: JSON.stringify('"\\'.repeat(500_000)) }],
  ["calls", { calls: Array.from({ length: 5_000 }, () => call(1_000)) }],
  [
    "logs",
    {
      logs: logsOf(
        Array.from({ length: 5_000 }, () => ({ level: "log" as const, message: "\n".repeat(5_000) })),
      ),
    },
  ],
  ["an error", { error: { name: "Error", message: "x".repeat(1_000_000) } }],
  [
    "approvals",
    {
      paused: {
        executionId: "i",
        toolPath: "a.b",
        args: "y".repeat(1e5),
        message: "m",
        approvals: Array.from({ length: 900 }, () => ({ path: "a.b", args: "z".repeat(1e4), url: "u" })),
      },
    },
  ],
  [
    "a question",
    {
      paused: {
        executionId: "i",
        toolPath: "a.b",
        args: {},
        message: "m".repeat(1e5),
        approvals: Array.from({ length: 50 }, () => ({ path: "a.b", args: "z".repeat(1e4), url: "u" })),
        question: {
          path: "a.b",
          message: "q".repeat(1e5),
          schema: { properties: "p".repeat(1e5) },
          url: "u",
        },
      },
    },
  ],
])("%s without end fits into the budget, together with all the rest", (_name, part) => {
  const rest = {
    value: JSON.stringify("v".repeat(1e6)),
    calls: [call(1e5)],
    logs: logsOf([{ level: "log", message: "l".repeat(1e5) }]),
  };
  const { answer } = fitAnswer({ success: false, ...rest, ...part });
  expect(JSON.stringify(answer).length).toBeLessThan(40_000);
});

test("the last logs are the ones that are kept", () => {
  const logs = Array.from({ length: 1_000 }, (_, index) => ({ level: "log" as const, message: `${index}` }));
  const { answer, parts } = fitAnswer({ success: true, calls: [], logs: logsOf(logs) });
  expect(answer.logs.at(-1)?.message).toBe("999");
  expect(parts).toEqual([expect.stringMatching(/^logs: the last \d+ of 1000/)]);
});
