import { expect, onTestFinished, test } from "vitest";
import { createApprovals } from "../approval/approvals.ts";
import type { Caller } from "../policy/caller.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createRunJournal } from "./journal/run-journal.ts";
import { run as prepare } from "./prepare/prepare-job.ts";
import type { RunVisit } from "./run.ts";
import { createRunner, type RunnerParts } from "./runner.ts";
import type { SandboxJob, ScriptEnding } from "./sandbox/sandbox.ts";

const caller: Caller = {
  userId: "u",
  role: "member",
  via: "notes bot",
  scope: { readOnly: false },
  approval: "host",
  audience: "model",
};
const visit = (changes: Partial<Caller> = {}): RunVisit => ({
  caller: { ...caller, ...changes },
  client: "test",
  signal: new AbortController().signal,
  elicit: async () => ({ action: "unavailable" }),
});
const unused = () => {
  throw new Error("not used");
};

/** A runner whose sandbox ends each run as it is told, over a real journal. */
async function openRunner(ending: ScriptEnding = { kind: "value", json: "1" }) {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const journal = createRunJournal(store, () => "handle");
  const jobs: SandboxJob[] = [];
  const next = { ending, isCrashing: false };
  const runner = createRunner({
    approvals: createApprovals(store),
    journal,
    approvalUrl: (id: string) => id,
    jobs: {
      run: async (_kind: unknown, script: string) =>
        next.isCrashing ? { ok: false, failure: "crashed" } : { ok: true, value: prepare(script) },
    },
    call: unused,
    catalog: { tools: [] },
    visibility: unused,
    sandbox: {
      async run(job: SandboxJob) {
        jobs.push(job);
        return { ending: next.ending, logs: { count: 0, json: "" } };
      },
    },
  } as unknown as RunnerParts);
  const pause = (id: string, script: string) =>
    journal.pause(id, caller, { script, seed: 1, startedAt: 0, turns: [], calls: [], allowed: [] });
  return { runner, journal, jobs, next, pause };
}

test("a paused run that cannot be prepared stays paused, and goes on later", async () => {
  const { runner, journal, jobs, next, pause } = await openRunner();
  await pause("r", "return 1");
  next.isCrashing = true;
  for (const _time of ["first", "second"]) {
    expect(await runner.resume({ executionId: "r" }, visit())).toMatchObject({ resolved: false });
    expect((await journal.find("r"))?.state).toBe("paused");
  }
  expect(jobs).toEqual([]);
  next.isCrashing = false;
  expect(await runner.resume({ executionId: "r" }, visit())).toMatchObject({ success: true, value: 1 });
});

test("a paused run for which there is no place stays paused, and goes on later", async () => {
  const { runner, journal, next, pause } = await openRunner({
    kind: "refused",
    error: { name: "Error", message: "Too many of your runs are waiting" },
  });
  await pause("r", "return 1");
  expect(await runner.resume({ executionId: "r" }, visit())).toMatchObject({
    success: false,
    error: { message: expect.stringContaining("Too many") },
  });
  expect((await journal.find("r"))?.state).toBe("paused");
  next.ending = { kind: "value", json: "1" };
  expect(await runner.resume({ executionId: "r" }, visit())).toMatchObject({ success: true, value: 1 });
  expect(await journal.find("r")).toBeUndefined();
});

test("callers that may do different things never share a sandbox's memory", async () => {
  const { runner, jobs } = await openRunner();
  const callers: Partial<Caller>[] = [
    {},
    { userId: "v" },
    { via: "other endpoint" },
    { scope: { readOnly: true } },
    { role: "owner" },
    { pins: ["a.b"] },
    { source: "a" },
    { connections: { linear: "work" } },
    { approval: "ask" },
  ];
  for (const changes of callers) await runner.run("return 1", false, visit(changes));
  expect(new Set(jobs.map(({ identity }) => identity)).size).toBe(callers.length);
  await runner.run("return 1", false, visit());
  expect(jobs.at(-1)?.identity).toBe(jobs[0]?.identity);
});

test("a call whose arguments were altered or nest too deep fails by itself, and is told", async () => {
  const { runner, jobs } = await openRunner();
  await runner.run("return 1", false, visit());
  const [job] = jobs;
  for (const args of ["{oops", "[".repeat(5_000) + "]".repeat(5_000), ""]) {
    const reply = await job?.answer({ id: 1, path: "a.b", args }, (waiting) => waiting);
    expect(reply).toMatchObject({ ok: false, error: expect.stringContaining("arguments of a.b") });
  }
});
