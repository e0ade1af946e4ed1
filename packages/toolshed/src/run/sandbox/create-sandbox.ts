import { setMaxListeners } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createSchedule } from "../../jobs/schedule.ts";
import { createSpinPolicy } from "../../jobs/spin-policy.ts";
import { createWorkTurns } from "../../work/work-turns.ts";
import { type DrivenRun, type DrivenThread, driveRun } from "./drive-run.ts";
import type { Sandbox, SandboxJob, SandboxOutcome } from "./sandbox.ts";
import { startSandboxThread, type Thread } from "./thread.ts";

export interface SandboxOptions {
  /** The built `worker.js`. */
  readonly workerUrl: URL;
  /** How many runs there can be concurrently, each in a thread of its own. */
  readonly workers: number;
}

export interface OwnedSandbox extends Sandbox {
  /** Ends all threads; runs under way end with an error. */
  close(): Promise<void>;
}

type Driven = Pick<DrivenRun, "outcome" | "yielded">;

interface RunningScript extends Pick<DrivenThread, "makeRoom"> {
  readonly userId: string;
}

interface PooledThread {
  readonly thread: Thread;
  lastIdentity?: string;
  /** Whether it gives way to all others, for good. */
  isSlow?: boolean;
  /** Ends it when nobody has needed it for a while. */
  expiry?: NodeJS.Timeout;
}

const idleMs = 60_000;
/** How long a script that was asked has to make room before another one is asked too. */
const roomEveryMs = 250;
const isFresh = ({ lastIdentity }: PooledThread): boolean => lastIdentity === undefined;

/** QuickJS in threads: a script that does not give way is ended with its thread, and nobody else notices. */
export function createSandbox({ workerUrl, workers }: SandboxOptions): OwnedSandbox {
  const idle = new Set<PooledThread>();
  const all = new Set<PooledThread>();
  const retiring = new Set<Promise<unknown>>();
  const closing = new AbortController();
  // Each run listens to it.
  setMaxListeners(0, closing.signal);
  let compiling: Promise<WebAssembly.Module> | undefined;
  const schedule = createSchedule(workers, makeRoom);
  const running = new Set<RunningScript>();
  let roomTimer: NodeJS.Timeout | undefined;
  const runCount = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const parts = {
    closing: closing.signal,
    spinPolicy: createSpinPolicy(runCount),
    callTurns: createWorkTurns(),
  };

  function start(wasmModule: WebAssembly.Module): PooledThread {
    const started: PooledThread = {
      thread: startSandboxThread(workerUrl, { wasmModule, runCount }, () => {
        all.delete(started);
        idle.delete(started);
      }),
    };
    all.add(started);
    return started;
  }

  function take(identity: string, wasmModule: WebAssembly.Module): PooledThread {
    const free = [...idle];
    const own = free.find(({ lastIdentity }) => lastIdentity === identity);
    // Only where there can be no more does one take the thread that another has used, and may want again.
    const used = all.size < workers ? undefined : free.find(({ isSlow }) => !isSlow);
    const taken = own ?? free.find(isFresh) ?? used ?? replaceSlow(free, wasmModule);
    idle.delete(taken);
    clearTimeout(taken.expiry);
    taken.lastIdentity = identity;
    keepSpare(wasmModule);
    return taken;
  }

  function replaceSlow(free: readonly PooledThread[], wasmModule: WebAssembly.Module): PooledThread {
    const slow = all.size < workers ? undefined : free.find(({ isSlow }) => isSlow);
    if (slow) {
      idle.delete(slow);
      retire(slow);
    }
    return start(wasmModule);
  }

  /** The next run finds a thread that has already started. */
  function keepSpare(wasmModule: WebAssembly.Module): void {
    if (![...idle].some(isFresh) && all.size < workers) idle.add(start(wasmModule));
  }

  function putBack(used: PooledThread): void {
    idle.add(used);
    used.expiry = setTimeout(() => {
      idle.delete(used);
      retire(used);
    }, idleMs).unref();
  }

  function retire(used: PooledThread): void {
    clearTimeout(used.expiry);
    all.delete(used);
    const ending = used.thread
      .end()
      // Its place is free in any case, and its listeners are gone.
      .catch(() => {})
      .finally(() => retiring.delete(ending));
    retiring.add(ending);
  }

  /** Everyone can run one script: while a person's only one waits, those of the person with the most make room. */
  function makeRoom(): void {
    if (roomTimer || closing.signal.aborted || !schedule.isStarving()) return;
    const script = findLargest([...running], schedule.runsOf);
    // It is asked once: if a call keeps it, another one is next.
    if (script) {
      running.delete(script);
      script.makeRoom();
    }
    roomTimer = setTimeout(() => {
      roomTimer = undefined;
      makeRoom();
    }, roomEveryMs).unref();
  }

  async function run(job: SandboxJob): Promise<SandboxOutcome> {
    let { outcome, yielded } = await runOnce(job);
    while (yielded) {
      const next = { ...job, history: yielded.turns, timeLeftMs: yielded.leftMs };
      // A run that has made room waits for the next place, however many others of its person do.
      ({ outcome, yielded } = await runOnce(next, Number.POSITIVE_INFINITY));
      const { ending } = outcome;
      // It has begun, so nobody may begin it again as if it had not.
      if (ending.kind === "refused") return { ...outcome, ending: { kind: "error", error: ending.error } };
    }
    return outcome;
  }

  async function runOnce(job: SandboxJob, mostWaiting?: number): Promise<Driven> {
    const place = await schedule.enter(job.userId, job.signal, mostWaiting);
    if (!place)
      return refused(
        job.signal.aborted
          ? "The run was cancelled."
          : "Too many of your runs are waiting: try again when some have ended.",
      );
    let isOffence = false;
    try {
      compiling ??= compileQuickJs();
      const wasmModule = await compiling;
      if (closing.signal.aborted) return refused("The gateway is stopping.");
      const driven = await runInThread(job, wasmModule);
      const { ending } = driven.outcome;
      const limit = ending.kind === "error" ? ending.error.limit : undefined;
      isOffence = limit === "cpu" || limit === "memory" || ending.kind === "refused";
      return driven;
    } finally {
      place.leave(isOffence);
    }
  }

  async function runInThread(job: SandboxJob, wasmModule: WebAssembly.Module): Promise<Driven> {
    const taken = take(job.identity, wasmModule);
    Atomics.add(runCount, 0, 1);
    const { ended, makeRoom } = driveRun(taken.thread, job, parts);
    const script = { userId: job.userId, makeRoom };
    running.add(script);
    const driven = await ended;
    running.delete(script);
    Atomics.sub(runCount, 0, 1);
    const { fitness } = driven;
    if (fitness === "slow") taken.isSlow = true;
    if (fitness !== "spent" && !closing.signal.aborted) putBack(taken);
    else {
      retire(taken);
      if (!closing.signal.aborted) keepSpare(wasmModule);
    }
    return driven;
  }

  return {
    run,
    async close() {
      closing.abort();
      await Promise.all([...retiring, ...[...all].map(({ thread }) => thread.end())]);
    },
  };
}

const refused = (message: string): Driven => ({
  outcome: { ending: { kind: "refused", error: { name: "Error", message } }, logs: { count: 0, json: "" } },
});

/** The script that has run for longest of those of the person with the most. Nobody's only script is asked. */
function findLargest(
  scripts: readonly RunningScript[],
  runsOf: (userId: string) => number,
): RunningScript | undefined {
  const most = Math.max(0, ...scripts.map(({ userId }) => runsOf(userId)));
  return most < 2 ? undefined : scripts.find(({ userId }) => runsOf(userId) === most);
}

/** All threads share it. Takes tens of milliseconds, though not of the gateway's own thread. */
async function compileQuickJs(): Promise<WebAssembly.Module> {
  const own = createRequire(createRequire(import.meta.url).resolve("quickjs-emscripten"));
  return WebAssembly.compile(await readFile(own.resolve("@jitl/quickjs-wasmfile-release-sync/wasm")));
}
