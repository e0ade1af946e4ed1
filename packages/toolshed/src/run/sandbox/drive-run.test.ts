import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

/** A thread that never reports. */
const silentThread = (changes: Partial<Thread> = {}): Thread => ({
  listener: undefined,
  isReady: () => true,
  readCpu: () => 0,
  isParsing: () => false,
  post() {},
  end: async () => {},
  ...changes,
});

/** A run in a thread that answers with these, one after the other. */
function drive(reports: readonly unknown[], changes: Partial<SandboxJob> = {}) {
  const left = [...reports];
  const thread = silentThread({
    post({ type }: ToWorker) {
      if (type !== "stop") setImmediate(() => thread.listener?.onReport(left.shift()));
    },
  });
  return driveRun(thread, { ...job, ...changes }, parts).ended;
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
  const thread = silentThread();
  const waiting = driveRun(thread, { ...job, answer: () => new Promise(() => {}) }, parts).ended;
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
    const thread = silentThread({ isParsing: () => true });
    const { ended } = driveRun(thread, job, parts);
    thread.listener?.onEnd(reason);
    expect(await ended).toMatchObject({
      outcome: { ending: { kind: "refused", error: tooComplex } },
      fitness: "spent",
    });
  },
);

test("a thread that has reported cannot say that it still parses", async () => {
  const thread = silentThread({ isParsing: () => true });
  const ended = driveRun(thread, { ...job, answer: () => new Promise(() => {}) }, parts).ended;
  thread.listener?.onReport({ ...report, calls: [callLine] });
  thread.listener?.onEnd("failure");
  expect((await ended).outcome.ending.kind).toBe("error");
});

describe("the time limit", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const limits = { ...defaultLimits, timeMs: 1_000 };
  const twoCalls = [{ ...report, calls: [callLine, '2\t"a.c"\t{}'] }];
  const end = { ...report, ending: { kind: "value", json: "1" } };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  test("doesn't count the time that a person takes to answer a call", async () => {
    const run = drive([...twoCalls, report, end], {
      limits,
      async answer({ path }, withoutTime) {
        await withoutTime(wait(path === "a.b" ? 60_000 : 100));
        return { ok: true, json: "1" };
      },
    });
    await vi.runAllTimersAsync();
    expect((await run).outcome.ending).toEqual({ kind: "value", json: "1" });
  });

  test("counts the time that a tool takes, before and after a person is asked", async () => {
    const run = drive(twoCalls, {
      limits,
      async answer(_call, withoutTime) {
        await wait(600);
        await withoutTime(wait(60_000));
        await wait(600);
        return { ok: true, json: "1" };
      },
    });
    await vi.runAllTimersAsync();
    expect((await run).outcome.ending).toMatchObject({ kind: "error", error: { limit: "time" } });
  });
});

describe("a thread that doesn't report", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const limits = { ...defaultLimits, cpuMs: 1_000 };
  /** A run in a thread that gets this share of a CPU. */
  const starve = (share: number, changes: Partial<Thread> = {}) =>
    driveRun(
      silentThread({ readCpu: () => performance.now() * share, ...changes }),
      { ...job, limits },
      parts,
    ).ended;
  const limitOf = async (run: ReturnType<typeof starve>) => (await run).outcome.ending;

  test.each([
    ["ended by the CPU limit if it computes", 1, {}, "cpu", 4_500],
    ["ended by the CPU limit late if it gets little of a CPU", 0.1, {}, "cpu", 45_000],
    ["ended by the time limit if it gets almost no CPU", 0.01, {}, "time", 120_000],
    ["ended by the time limit if it gets no CPU to parse", 0.01, { isParsing: () => true }, "time", 120_000],
    ["ended by the time limit if it never starts", 1, { isReady: () => false }, "time", 120_000],
  ])("is %s", async (_title, share, changes, limit, endsAfter) => {
    const startedAt = Date.now();
    const ended = starve(share, changes);
    await vi.runAllTimersAsync();
    expect(await limitOf(ended)).toMatchObject({ kind: "error", error: { limit } });
    expect(Date.now() - startedAt).toBeCloseTo(endsAfter, -2);
  });

  test("is refused as too complex only after it has computed for the time of parsing", async () => {
    const startedAt = Date.now();
    const ended = starve(0.1, { isParsing: () => true });
    await vi.runAllTimersAsync();
    expect(await limitOf(ended)).toEqual({ kind: "refused", error: tooComplex });
    expect(Date.now() - startedAt).toBeCloseTo(30_000, -2);
  });

  test("is watched from the moment it is ready", async () => {
    const thread = silentThread({ isReady: () => false, readCpu: () => performance.now() });
    const startedAt = Date.now();
    const { ended } = driveRun(thread, { ...job, limits }, parts);
    await vi.advanceTimersByTimeAsync(20_000);
    thread.listener?.onReady();
    await vi.runAllTimersAsync();
    expect(await limitOf(ended)).toMatchObject({ kind: "error", error: { limit: "cpu" } });
    expect(Date.now() - startedAt).toBe(24_500);
  });
});
