import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { driveRun } from "./drive-run.ts";
import type { Sandbox, SandboxJob, SandboxOutcome } from "./sandbox.ts";
import { createSchedule } from "./schedule.ts";

export interface SandboxOptions {
  /** The built `worker.js`. */
  readonly workerUrl: URL;
  /** How many runs there can be at once, each in a thread of its own. */
  readonly workers: number;
}

export interface OwnedSandbox extends Sandbox {
  /** Ends all threads; runs under way end with an error. */
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  lastUser?: string;
  /** Ends it when nobody has needed it for a while. */
  expiry?: NodeJS.Timeout;
}

const idleMs = 60_000;
const isFresh = ({ lastUser }: Thread): boolean => lastUser === undefined;

/** QuickJS in threads: a script that does not give way is ended with its thread, and nobody else notices. */
export function createSandbox({ workerUrl, workers }: SandboxOptions): OwnedSandbox {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const closing = new AbortController();
  let wasmModule: WebAssembly.Module | undefined;
  const schedule = createSchedule(workers);

  function startThread(): Thread {
    wasmModule ??= compileQuickJs();
    const worker = new Worker(workerUrl, {
      workerData: { wasmModule },
      env: {},
      execArgv: [],
      resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 256 },
    });
    worker.unref();
    const thread: Thread = { worker };
    all.add(thread);
    worker.once("exit", () => {
      all.delete(thread);
      remove(idle, thread);
    });
    // Whoever uses the thread listens as well; one that fails while idle is only forgotten.
    worker.on("error", () => {});
    return thread;
  }

  function takeThread(userId: string): Thread {
    const own = idle.find(({ lastUser }) => lastUser === userId);
    // Only where there can be no more does one take the thread that another has used, and may want again.
    const thread =
      own ?? idle.find(isFresh) ?? (all.size < workers ? startThread() : idle[0]) ?? startThread();
    remove(idle, thread);
    clearTimeout(thread.expiry);
    thread.lastUser = userId;
    keepSpare();
    return thread;
  }

  /** Whoever comes next finds a thread that has already started. */
  function keepSpare(): void {
    if (!idle.some(isFresh) && all.size < workers) idle.push(startThread());
  }

  function putBack(thread: Thread): void {
    idle.push(thread);
    thread.expiry = setTimeout(() => {
      remove(idle, thread);
      all.delete(thread);
      void thread.worker.terminate();
    }, idleMs).unref();
  }

  function retire(thread: Thread): void {
    all.delete(thread);
    void thread.worker.terminate();
    if (!closing.signal.aborted) keepSpare();
  }

  async function run(job: SandboxJob): Promise<SandboxOutcome> {
    const place = await schedule.enter(job.userId, job.signal);
    if (!place)
      return failed(
        job.signal.aborted
          ? "The run was cancelled."
          : "Too many of your runs are waiting: try again when some have ended.",
      );
    if (closing.signal.aborted) return failed("The gateway is stopping.");
    const thread = takeThread(job.userId);
    const { outcome, reusable } = await driveRun(thread.worker, {
      ...job,
      signal: AbortSignal.any([job.signal, closing.signal]),
    });
    if (reusable && !closing.signal.aborted) putBack(thread);
    else retire(thread);
    const { ending } = outcome;
    const limit = ending.kind === "error" ? ending.error.limit : undefined;
    place.leave(limit === "cpu" || limit === "memory");
    return outcome;
  }

  return {
    run,
    async close() {
      closing.abort();
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}

const failed = (message: string): SandboxOutcome => ({
  ending: { kind: "error", error: { name: "Error", message } },
  logs: [],
});

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** Compiled once and shared by all threads. */
function compileQuickJs(): WebAssembly.Module {
  const own = createRequire(createRequire(import.meta.url).resolve("quickjs-emscripten"));
  return new WebAssembly.Module(readFileSync(own.resolve("@jitl/quickjs-wasmfile-release-sync/wasm")));
}
