import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Sandbox, SandboxJob, SandboxOutcome } from "./sandbox.ts";
import { createSchedule } from "./schedule.ts";
import { driveRun } from "./drive-run.ts";

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
}

const maxIdle = 4;

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
    const thread = { worker };
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
    const thread = own ?? idle.find(({ lastUser }) => lastUser === undefined) ?? idle[0] ?? startThread();
    remove(idle, thread);
    // The next run finds a thread that has already started.
    if (idle.length === 0 && all.size < workers) idle.push(startThread());
    thread.lastUser = userId;
    return thread;
  }

  async function run(job: SandboxJob): Promise<SandboxOutcome> {
    const place = await schedule.enter(job.userId, job.signal);
    if (!place) return failed(job.signal.aborted ? "The run was cancelled." : "Too many of your runs are waiting: try again when some have ended.");
    if (closing.signal.aborted) return failed("The gateway is stopping.");
    const thread = takeThread(job.userId);
    const { outcome, reusable } = await driveRun(thread.worker, {
      ...job,
      signal: AbortSignal.any([job.signal, closing.signal]),
    });
    if (reusable && idle.length < maxIdle && !closing.signal.aborted) idle.push(thread);
    else void thread.worker.terminate();
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
