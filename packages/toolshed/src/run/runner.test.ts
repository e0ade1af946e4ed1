import { expect, onTestFinished, test } from "vitest";
import { ann } from "../../../../test/fixtures/caller.ts";
import { createApprovals } from "../approval/approvals.ts";
import type { CallOutcome } from "../call/outcome.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { createLog } from "../log/log.ts";
import type { Caller } from "../policy/caller.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createRunJournal } from "./journal/run-journal.ts";
import type { RunVisit } from "./run.ts";
import { createRunner, type RunnerParts } from "./runner.ts";
import { type SandboxJob, type ScriptEnding, tooComplex } from "./sandbox/sandbox.ts";

const caller: Caller = { ...ann, userId: "u", via: "notes bot" };
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
async function openRunner(
  ending: ScriptEnding = { kind: "value", json: "1" },
  call: () => Promise<CallOutcome> = unused,
  visibility: Visibility = unused,
) {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const journal = createRunJournal(store, () => "handle");
  const jobs: SandboxJob[] = [];
  const next = { ending };
  const lines: string[] = [];
  const runner = createRunner({
    approvals: createApprovals(store),
    journal,
    approvalUrl: (id: string) => id,
    jobs: { run: unused },
    call,
    index: { search: async () => ({ tools: [{ path: "notes.list" }] }) },
    visibility,
    log: createLog((line) => lines.push(line)),
    sandbox: {
      async run(job: SandboxJob) {
        jobs.push(job);
        return { ending: next.ending, logs: { count: 0, json: "" } };
      },
    },
  } as unknown as RunnerParts);
  const pause = (id: string, script: string) =>
    journal.pause(id, caller, { script, seed: 1, startedAt: 0, turns: [], calls: [], allowed: [] });
  return { runner, journal, jobs, next, pause, lines };
}

test("a paused run that cannot begin stays paused, and continues later", async () => {
  const { runner, journal, next, pause } = await openRunner();
  await pause("r", "return 1");
  for (const message of ["Too many of your runs are waiting", tooComplex.message]) {
    next.ending = { kind: "refused", error: { name: "Error", message } };
    expect(await runner.resume({ executionId: "r" }, visit())).toMatchObject({
      success: false,
      error: { message },
    });
    expect((await journal.find("r"))?.state).toBe("paused");
  }
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

test("a call whose arguments were altered, nest too deep or are too many fails alone, and the script sees why", async () => {
  const { runner, jobs } = await openRunner();
  await runner.run("return 1", false, visit());
  const [job] = jobs;
  const tooMany = JSON.stringify(Array.from({ length: 20_001 }, () => 1));
  for (const args of ["{oops", "[".repeat(5_000) + "]".repeat(5_000), "", tooMany]) {
    const reply = await job?.answer({ id: 1, path: "a.b", args }, (waiting) => waiting);
    expect(reply).toMatchObject({ ok: false, error: expect.stringContaining("arguments of a.b") });
  }
});

/** What a script sees of a call with this outcome. */
async function replyTo(outcome: CallOutcome) {
  const visibility = (async () => ({ isVisible: () => true })) as unknown as Visibility;
  const { runner, jobs } = await openRunner(undefined, async () => outcome, visibility);
  await runner.run("return 1", false, visit());
  return jobs[0]?.answer({ id: 1, path: "note.list", args: "{}" }, (waiting) => waiting);
}

test("a script hears how its call ended by the outcome's kind and code, not by its text", async () => {
  const result = { content: [] };
  expect(await replyTo({ kind: "ok", result, value: { a: 1 } })).toEqual({ ok: true, json: '{"a":1}' });
  expect(await replyTo({ kind: "ok", result })).toEqual({ ok: true, json: "null" });
  const text = "Tool not found: note.list";
  expect(await replyTo({ kind: "failed", message: text })).toEqual({ ok: false, error: text });
  expect(await replyTo({ kind: "failed", message: "Error: no" })).toEqual({ ok: false, error: "Error: no" });
  expect(await replyTo({ kind: "refused", code: "denied", message: text })).toEqual({
    ok: false,
    error: text,
  });
  expect(await replyTo({ kind: "refused", code: "not_found", message: "?" })).toEqual({
    ok: false,
    error: "Tool not found: note.list\nDid you mean notes.list?",
  });
  expect(await replyTo({ kind: "refused", code: "waiting", message: "?" })).toBe("pause");
});

test("a script learns nothing about a failure of our own code but its id in the log", async () => {
  const visibility = () => Promise.reject(new Error("no such table: role"));
  const { runner, jobs, lines } = await openRunner(undefined, unused, visibility);
  await runner.run("return 1", false, visit());
  const args = '{"query":"notes"}';
  const reply = await jobs[0]?.answer({ id: 1, path: "search", args }, (waiting) => waiting);
  expect(reply).toEqual({ ok: false, error: expect.stringMatching(/^internal error \(.{36}\)$/) });
  expect(lines).toEqual([expect.stringContaining("no such table: role")]);
  expect(lines[0]).toContain((reply as { error: string }).error);
});
