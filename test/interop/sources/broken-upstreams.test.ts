import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { UpstreamLife } from "../../../packages/toolshed/src/source/mcp/life/upstream-life.ts";
import { brokenUpstream, openTestSource, type TestSource } from "../../fixtures/mcp-source.ts";
import { measureResources, type Resources } from "../../fixtures/resources.ts";
import { startSseUpstream } from "../../fixtures/sse-upstream.ts";
import { startTcpProxy } from "../../fixtures/tcp-proxy.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const restarts = Number(process.env.TOOLSHED_RESTARTS ?? 50);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const echo = (text: string) => ({ content: [{ type: "text", text: `echo ${text}` }] });

/** The processes that run the program with this fault. */
function running(fault: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${brokenUpstream}\0${fault}\0`)
          ? [Number(pid)]
          : [];
      } catch {
        return [];
      }
    });
}

function isAlive(pid: number): boolean {
  try {
    // A process that has ended but was not waited for still has an entry.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("a call under way gets a clear error, and the next one a new server", () => {
  test("that crashes", async () => {
    const { call, open } = await openTestSource("none");
    await expect(call("crash")).rejects.toThrow("broken ended with exit code 1 during the call.");
    expect(open.status).toMatchObject({ state: "restarting", reason: "ended with exit code 1" });
    expect(await call("echo", { text: "again" })).toMatchObject(echo("again"));
    expect(open.status).toMatchObject({ state: "running", restarts: 1 });
  });

  test("that sends 100 MB without a line break", async () => {
    const { call } = await openTestSource("none");
    await expect(call("flood")).rejects.toThrow(
      "broken sent over 16 MB without a line break during the call.",
    );
    expect(await call("echo", { text: "again" })).toMatchObject(echo("again"));
  });

  test("that freezes: the one who gives up finds it out, and the program is ended", async () => {
    const { call, ends } = await openTestSource("none");
    await call("echo");
    const giveUp = AbortSignal.timeout(100);
    await expect(call("freeze", {}, { signal: giveUp })).rejects.toThrow();
    await expect.poll(() => ends).toEqual(["does not answer"]);
    expect(await call("echo", { text: "again" })).toMatchObject(echo("again"));
  });

  test("that hangs in one tool still serves the others", async () => {
    const { call, open } = await openTestSource("none");
    const giveUp = AbortSignal.timeout(100);
    await expect(call("hang", {}, { signal: giveUp })).rejects.toThrow();
    expect(await call("echo", { text: "still" })).toMatchObject(echo("still"));
    expect(open.status.restarts).toBe(0);
  });
});

describe("a server that crashed is started again", () => {
  const stateOf = ({ open }: TestSource) => open.status.state;

  test("automatically, without a call", async () => {
    const source = await openTestSource("none");
    await expect(source.call("crash")).rejects.toThrow("during the call");
    expect(source.open.status).toHaveProperty("restartInMs");
    await expect.poll(() => stateOf(source)).toBe("running");
    expect(source.open.status).toMatchObject({ reason: null, restarts: 1 });
    expect(source.open.status).not.toHaveProperty("restartInMs");
  });

  /** A server that has run, on a clock that the test sets. It starts only once. */
  async function openLife(idleMs: number) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let starts = 0;
    let end: (reason: string) => void = () => {};
    const ended = new Promise<string>((resolve) => {
      end = resolve;
    });
    const life = new UpstreamLife({
      name: "it",
      idleMs,
      async connect() {
        if (starts++ > 0) throw new Error("no licence");
        return { ended, hasForgotten: () => false, close: async () => end("closed") } as never;
      },
    });
    onTestFinished(() => life.close());
    await life.use(async () => {}, new AbortController().signal);
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await turn();
    };
    const crash = async () => {
      end("ended");
      await turn();
    };
    return { life, crash, pass, starts: () => starts };
  }

  test("more slowly each time, and in the end only by a call", async () => {
    const { life, crash, pass, starts } = await openLife(600_000);
    const waits: number[] = [];
    await crash();
    while (life.state.state === "restarting") {
      waits.push(life.state.restartInMs ?? 0);
      await pass(life.state.restartInMs ?? 0);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
    expect(life.state).toMatchObject({ state: "failed", reason: "could not be reached: no licence" });
    await pass(600_000);
    expect(starts()).toBe(6);
    await expect(life.use(async () => {}, new AbortController().signal)).rejects.toThrow("no licence");
    expect(starts()).toBe(7);
  });

  test("but not if it was stopped because nobody used it", async () => {
    const { life, pass, starts } = await openLife(100);
    await pass(100);
    expect(life.state).toEqual({ state: "stopped", reason: null, restarts: 0 });
    await pass(600_000);
    expect([life.state.state, starts()]).toEqual(["stopped", 1]);
  });

  test("but not if its source is closed meanwhile", async () => {
    const { life, crash, pass, starts } = await openLife(600_000);
    await crash();
    expect(life.state.state).toBe("restarting");
    await life.close();
    await pass(600_000);
    expect([life.state.state, starts()]).toEqual(["failed", 1]);
  });

  test("and keeps what it wrote before it crashed", async () => {
    const { call, open } = await openTestSource("forks");
    await call("echo");
    const [written] = open.status.stderr;
    expect(written).toMatch("forked");
    await expect(call("crash")).rejects.toThrow("during the call");
    await call("echo");
    expect(open.status.stderr).toEqual([written, expect.stringMatching("forked")]);
  });

  test("and says why it is down meanwhile, with its last output", async () => {
    const args = [brokenUpstream, "starts once", join(temporaryFolder(), "mark")];
    const source = await openTestSource("", { config: { args } });
    await expect(source.call("crash")).rejects.toThrow("during the call");
    await expect.poll(() => source.open.status.reason).toMatch("exit code 3");
    expect(source.open.status.stderr).toContain("the licence is used up");
  });

  test("and one that is being started when its source is closed is not waited for", async () => {
    const source = await openTestSource("silent", { startMs: 600_000 });
    const refreshed = expect(source.refresh()).rejects.toThrow();
    await expect.poll(() => running("silent").length).toBe(1);
    await source.open.close();
    await refreshed;
    expect(running("silent")).toEqual([]);
  });
});

describe("a server that cannot be started", () => {
  test("tells why, with its last words, and is tried again more slowly each time", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { open, refresh } = await openTestSource("dies immediately");
    for (const nextMs of [500, 1_000, 2_000, 4_000]) {
      await expect(refresh()).rejects.toThrow("exit code 3");
      // Each attempt starts it twice: the second time without a question before `initialize`.
      expect(open.status).toMatchObject({ state: "failed", stderr: ["no licence found"] });
      if (nextMs < 4_000) vi.setSystemTime(Date.now() + nextMs);
    }
    await expect(refresh()).rejects.toThrow("It can be tried again in 4 s.");
  });

  test("says nothing at all: the start has a limit", async () => {
    const { refresh } = await openTestSource("silent", { startMs: 500 });
    await expect(refresh()).rejects.toThrow(/^The server (started but didn't answer|did not answer in time)/);
  });

  test("is missing", async () => {
    const { refresh } = await openTestSource("none", { config: { command: "no-such-program" } });
    await expect(refresh()).rejects.toThrow("was not found: no-such-program");
  });
});

test("garbage on stdout is passed over and shown", async () => {
  const { call, open } = await openTestSource("garbage");
  expect(await call("echo", { text: "x" })).toMatchObject(echo("x"));
  expect(open.status.stderr.join("\n")).toContain("not a message: Listening on port 3000!");
  expect(open.status.stderr.join("\n")).not.toContain("\u001b");
});

test("serves a server that exits on any request before initialize", async () => {
  const { call } = await openTestSource("dies of questions");
  expect(await call("echo", { text: "x" })).toMatchObject(echo("x"));
});

test("what ignores SIGTERM or has forked is gone when its source is closed", async () => {
  for (const fault of ["ignores SIGTERM", "forks"]) {
    const { call, open } = await openTestSource(fault);
    await call("echo");
    const pids = [...running(fault), ...forkedBy(open.status.stderr)];
    expect(pids.length).toBe(fault === "forks" ? 2 : 1);
    await open.close();
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  }
});

const forkedBy = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => Number(/^forked (\d+)/.exec(line)?.[1] ?? Number.NaN) || []);

test("an idle server is stopped, and started again when it is needed", async () => {
  const { call, open } = await openTestSource("none", { idleMs: 100 });
  await call("echo");
  await expect.poll(() => open.status.state).toBe("stopped");
  expect(open.status.reason).toBeNull();
  expect(await call("echo", { text: "again" })).toMatchObject(echo("again"));
});

test("the program gets only the environment it was given, and its keys do not come back", async () => {
  vi.stubEnv("TOOLSHED_TEST_SECRET", "not for others");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { call } = await openTestSource("none", { secrets: { env: { MY_API_KEY: "a-key-to-keep" } } });
  const concealed: string[] = [];
  const conceal = (secret: string) => {
    concealed.push(secret);
  };
  const result = (await call("environment", {}, { conceal })) as { content: { text: string }[] };
  const names = result.content[0]?.text.split(" ") ?? [];
  expect(names.filter((name) => !["HOME", "LANG", "PATH", "TMPDIR"].includes(name))).toEqual(["MY_API_KEY"]);
  expect(concealed).toContain("a-key-to-keep");
});

test(`a healthy server is served beside one that crashes ${restarts} times, and nothing is left behind`, async () => {
  const healthy = await openTestSource("none", { record: { id: "healthy" } });
  const crashing = await openTestSource("none", { config: { args: [brokenUpstream, "crashing"] } });
  await healthy.call("echo");
  await crashing.call("echo");
  const before = await measureResources();

  for (let count = 0; count < restarts; count++) {
    const crashed = expect(crashing.call("crash")).rejects.toThrow("during the call");
    const texts = Array.from({ length: 8 }, (_, index) => `${count}-${index}`);
    const served = texts.map((text) => healthy.call("echo", { text }));
    await crashed;
    served.push(crashing.call("echo", { text: "again" }), healthy.call("echo", { text: "beside a start" }));
    expect(await Promise.all(served)).toMatchObject([...texts, "again", "beside a start"].map(echo));
  }

  expect([crashing.open.status.restarts, healthy.open.status.restarts]).toEqual([restarts, 0]);
  expect(running("crashing")).toHaveLength(1);
  const after = await measureResources();
  expectNoMore(after, before, "crashes");
  await crashing.open.close();
  expect(running("crashing")).toEqual([]);
}, 600_000);

test(`${restarts} broken streams leave nothing behind`, async () => {
  const upstream = await startSseUpstream();
  const proxy = await startTcpProxy(upstream.port);
  const url = `http://127.0.0.1:${proxy.port}/sse`;
  const { call, open } = await openTestSource("", { config: { transport: "sse", url, allowPrivate: true } });
  await call("echo");
  const before = await measureResources();
  for (let count = 0; count < restarts; count++) {
    const hanging = expect(call("hang")).rejects.toThrow("during the call");
    await expect.poll(() => upstream.calls()).toBe(2 * count + 2);
    proxy.heal();
    await hanging;
    expect(await call("echo", { text: "x" })).toMatchObject(echo("x"));
  }
  expect(open.status.restarts).toBe(restarts);
  await expect.poll(() => upstream.sessions()).toBe(1);
  expectNoMore(await measureResources(), before, "broken streams");
}, 600_000);

/** Bounds that a leak of 1 MB, or of one socket, pipe, timer or process, for each restart would break. */
function expectNoMore(after: Resources, before: Resources, of: string): void {
  if (process.env.TOOLSHED_RESTARTS)
    process.stdout.write(`after ${restarts} ${of}: ${JSON.stringify({ before, after })}\n`);
  expect(after.heapMb - before.heapMb).toBeLessThan(10 + restarts / 3);
  expect(after.children).toBeLessThanOrEqual(before.children);
  expect(after.pipes).toBeLessThanOrEqual(before.pipes);
  expect(after.sockets).toBeLessThanOrEqual(before.sockets + 8);
  expect(after.timers).toBeLessThanOrEqual(before.timers + 8);
}
