import { expect, test } from "vitest";
import { fitAnswer } from "./fit-answer.ts";
import type { RunAnswer } from "./run-answer.ts";

const call = (size: number) => ({ path: "a.b", args: { text: '"'.repeat(size) }, ok: true, durationMs: 1 });

test("an answer that fits stays as it is", () => {
  const answer: RunAnswer = {
    success: true,
    value: [1],
    calls: [call(2)],
    logs: [{ level: "log", message: "x" }],
  };
  expect(fitAnswer(answer)).toEqual({ answer, parts: [] });
});

test.each([
  ["a value", { value: '"\\'.repeat(500_000) }],
  ["calls", { calls: Array.from({ length: 5_000 }, () => call(1_000)) }],
  [
    "logs",
    { logs: Array.from({ length: 5_000 }, () => ({ level: "log" as const, message: "\n".repeat(5_000) })) },
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
    value: "v".repeat(1e6),
    calls: [call(1e5)],
    logs: [{ level: "log" as const, message: "l".repeat(1e5) }],
  };
  const { answer } = fitAnswer({ success: false, ...rest, ...part });
  expect(JSON.stringify(answer).length).toBeLessThan(40_000);
});

test("the last logs are the ones that are kept", () => {
  const logs = Array.from({ length: 1_000 }, (_, index) => ({ level: "log" as const, message: `${index}` }));
  const { answer, parts } = fitAnswer({ success: true, calls: [], logs });
  expect(answer.logs.at(-1)?.message).toBe("999");
  expect(parts).toEqual([expect.stringMatching(/^logs: the last \d+ of 1000/)]);
});
