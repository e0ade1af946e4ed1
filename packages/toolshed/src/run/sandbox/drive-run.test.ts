import { expect, test } from "vitest";
import { createSpinPolicy } from "../../jobs/spin-policy.ts";
import { createWorkTurns } from "../../work/work-turns.ts";
import { driveRun } from "./drive-run.ts";
import { defaultLimits } from "./limits.ts";
import { type SandboxJob, tooComplex } from "./sandbox.ts";
import type { Thread } from "./thread.ts";
import type { FromSandbox, ToWorker } from "./worker-protocol.ts";

const never = new AbortController().signal;
const parts = {
  closing: never,
  spinPolicy: createSpinPolicy(Int32Array.of(2)),
  callTurns: createWorkTurns(),
};
const report: FromSandbox = {
  calls: [],
  timers: [],
  cancelled: [],
  logs: { count: 0, json: "" },
  fitness: "fit",
};
const callLine = '1\t"a.b"\t{}';
const job: SandboxJob = {
  userId: "u",
  identity: "u",
  script: "",
  seed: 1,
  startedAt: 0,
  limits: defaultLimits,
  signal: never,
  history: [],
  answer: async () => ({ ok: true, json: "1" }),
};

/** A run in a thread that answers with these, one after the other. */
function drive(reports: readonly unknown[], changes: Partial<SandboxJob> = {}) {
  const left = [...reports];
  const thread: Thread = {
    listener: undefined,
    isParsing: () => false,
    post({ type }: ToWorker) {
      if (type !== "stop") setImmediate(() => thread.listener?.onReport(left.shift()));
    },
    end: async () => {},
  };
  return driveRun(thread, { ...job, ...changes }, parts);
}

test.each([
  ["is none", ["garbage"]],
  ["has an altered call", [{ ...report, calls: ['1\t{"\t{}'] }]],
  [
    "has a call that was made before",
    [
      { ...report, calls: [callLine] },
      { ...report, calls: [callLine] },
    ],
  ],
  ["has a timer without a delay", [{ ...report, timers: [{ id: 1 }] }]],
])("a report that %s ends the run, and its thread is not used again", async (_name, reports) => {
  const { outcome, fitness } = await drive(reports);
  expect(outcome.ending).toMatchObject({
    kind: "error",
    error: { message: expect.stringContaining("sandbox") },
  });
  expect(fitness).toBe("spent");
});

test("a report that nobody asked for ends the run", async () => {
  const thread: Thread = { listener: undefined, isParsing: () => false, post() {}, end: async () => {} };
  const waiting = driveRun(thread, { ...job, answer: () => new Promise(() => {}) }, parts);
  thread.listener?.onReport({ ...report, calls: [callLine] });
  thread.listener?.onReport({ ...report, ending: { kind: "value", json: "1" } });
  expect((await waiting).outcome.ending.kind).toBe("error");
});

test("an answer that fails ends the run instead of the process", async () => {
  const { outcome, fitness } = await drive([{ ...report, calls: [callLine] }], {
    answer: async () => {
      throw new Error("out of order");
    },
  });
  expect(outcome.ending.kind).toBe("error");
  expect(fitness).toBe("spent");
});

test("a spent thread is not used again, also where the run pauses", async () => {
  const { outcome, fitness } = await drive([{ ...report, calls: [callLine], fitness: "spent" }], {
    answer: async () => "pause",
  });
  expect(outcome.ending.kind).toBe("paused");
  expect(fitness).toBe("spent");
});

test.each(["failure", "memory"] as const)(
  "a run whose thread ends while it parses (%s) has not begun",
  async (reason) => {
    const thread: Thread = { listener: undefined, isParsing: () => true, post() {}, end: async () => {} };
    const ended = driveRun(thread, job, parts);
    thread.listener?.onEnd(reason);
    expect(await ended).toMatchObject({
      outcome: { ending: { kind: "refused", error: tooComplex } },
      fitness: "spent",
    });
  },
);

test("a thread that has reported cannot say that it still parses", async () => {
  const thread: Thread = { listener: undefined, isParsing: () => true, post() {}, end: async () => {} };
  const ended = driveRun(thread, { ...job, answer: () => new Promise(() => {}) }, parts);
  thread.listener?.onReport({ ...report, calls: [callLine] });
  thread.listener?.onEnd("failure");
  expect((await ended).outcome.ending.kind).toBe("error");
});
