import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { JobKind } from "../../packages/toolshed/src/jobs/job.ts";
import { openJobs } from "../fixtures/jobs.ts";

const jobs = openJobs();
const misbehave = new URL("../fixtures/jobs/misbehave.mjs", import.meta.url);

interface Deed {
  readonly deed: string;
  readonly path?: string;
  readonly ms?: number;
}

const kind = (host: "thread" | "child", changes: Partial<JobKind<Deed, unknown>> = {}) =>
  ({
    name: `misbehave in a ${host} ${JSON.stringify(changes)}`,
    module: misbehave.href,
    host,
    workers: 1,
    cpuMs: 20_000,
    timeMs: 60_000,
    memoryMb: 60,
    niceness: 5,
    packageFolders: () => [fileURLToPath(new URL(".", misbehave))],
    ...changes,
  }) satisfies JobKind<Deed, unknown>;

describe.each(["thread", "child"] as const)("in a %s", (host) => {
  const ofOneWorker = kind(host);
  const count = async () => {
    const result = await jobs.run(ofOneWorker, { deed: "count" });
    return result.ok ? result.value : result.failure;
  };

  test("a worker is used again as long as its jobs end well", async () => {
    expect([await count(), await count(), await count()]).toEqual([1, 2, 3]);
  });

  test.each([
    ["recurse", "stack"],
    ["throw", "crashed"],
    ["trap", "crashed"],
    ["grow", "memory"],
    ["exit", "crashed"],
    ["reject", "crashed"],
  ])("a job that does %s fails with %s, and its worker is never used again", async (deed, failure) => {
    await count();
    // Each is another user: who went beyond a limit has to wait.
    expect(await jobs.run(ofOneWorker, { deed }, { userId: deed })).toEqual({ ok: false, failure });
    expect(await count()).toBe(1);
  });

  test("a job that waits for longer than it may is ended by its time limit", async () => {
    const short = kind(host, { timeMs: 300 });
    expect(await jobs.run(short, { deed: "nap", ms: 1e6 })).toEqual({ ok: false, failure: "time" });
  });

  test("a job that never ends is ended by its CPU limit", async () => {
    const short = kind(host, { cpuMs: 100 });
    expect(await jobs.run(short, { deed: "hang" })).toEqual({ ok: false, failure: "cpu" });
    expect(await jobs.run(short, { deed: "count" }, { userId: "next" })).toEqual({ ok: true, value: 1 });
  });

  test("what one user's jobs hold up is not what others wait for", async () => {
    const shared = kind(host, { workers: 2 });
    const leaving = new AbortController();
    const hanging = [1, 2, 3].map(() =>
      jobs.run(shared, { deed: "nap", ms: 1e6 }, { userId: "a", signal: leaving.signal }),
    );
    expect(await jobs.run(shared, { deed: "count" }, { userId: "b" })).toMatchObject({ ok: true });
    leaving.abort();
    expect(await Promise.all(hanging)).toEqual(Array(3).fill({ ok: false, failure: "cancelled" }));
  });
});

describe("a child process", () => {
  const ask = async (input: Deed, changes?: Partial<JobKind<Deed, unknown>>) => {
    const result = await jobs.run(kind("child", changes), input, { userId: JSON.stringify(input) });
    return result.ok ? result.value : result.failure;
  };

  test("has no environment and an empty folder", async () => {
    const { cwd, env } = (await ask({ deed: "surroundings" })) as { cwd: string; env: object };
    expect(env).toEqual({});
    expect(existsSync(cwd)).toBe(true);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("reads no files but its own code, and starts no programs", async () => {
    expect(await ask({ deed: "readFile", path: fileURLToPath(misbehave) })).toContain("A job that does");
    expect(await ask({ deed: "readFile", path: "/etc/passwd" })).toBe("crashed");
    expect(await ask({ deed: "readFile", path: fileURLToPath(import.meta.url) })).toBe("crashed");
    expect(await ask({ deed: "spawn" })).toBe("crashed");
  });

  test.runIf(process.platform === "linux")("is ended when it takes memory outside its heap", async () => {
    expect(await ask({ deed: "growOutside" })).toBe("memory");
  });
});
