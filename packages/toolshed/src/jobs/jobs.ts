import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallSignal, neverCancelled } from "../work/cancellation.ts";
import { startChild } from "./child-host.ts";
import type { JobKind, JobResult } from "./job.ts";
import { type FromWorker, type Host, type HostEvents, Pool, type WorkerData } from "./pool.ts";
import { createSpinPolicy, stayAwake } from "./spin-policy.ts";
import { startThread } from "./thread.ts";

/** Runs work on hostile input where it may die: the end of a worker costs only the job it did. */
export interface Jobs {
  /** Never rejects. */
  run<Input, Output>(
    kind: JobKind<Input, Output>,
    input: Input,
    options?: JobOptions,
  ): Promise<JobResult<Output>>;
}

export interface JobOptions {
  /** Whose job it is: those of one user do not hold up another's. */
  readonly userId?: string;
  readonly signal?: CallSignal;
}

/** `close` ends all workers, and jobs under way with "cancelled". */
export type OwnedJobs = Jobs & { close(): void };

/** `root` is the folder of the built files. Workers start when they are first needed, and end when they are idle. */
export function createJobs(root: URL): OwnedJobs {
  const pools = new Map<string, Pool>();
  const workerUrl = new URL("jobs/worker.js", root);
  /** How many jobs there are at this moment. */
  const count = new Int32Array(1);
  const spinPolicy = createSpinPolicy(count);
  let folder: string | undefined;

  function startInThread(data: WorkerData, memoryMb: number, events: HostEvents): Host {
    let isDone = true;
    const thread = startThread(
      workerUrl,
      data,
      { maxOldGenerationSizeMb: memoryMb },
      {
        onReady: () => events.onMessage("ready"),
        onMessage(message) {
          isDone = true;
          events.onMessage(message as FromWorker | undefined);
        },
        onEnd: (isOutOfMemory) => events.onEnd(isOutOfMemory ? "memory" : "crashed"),
      },
    );
    return {
      readCpu: thread.readCpu,
      post(input) {
        isDone = false;
        thread.post(input);
        stayAwake(spinPolicy, () => isDone);
      },
      end() {
        thread.end().catch(() => {});
      },
    };
  }

  function start(kind: JobKind<never, unknown>, events: HostEvents) {
    const { host, module, memoryMb, niceness } = kind;
    const data = { moduleUrl: new URL(module, root).href, niceness };
    if (host === "thread") return startInThread(data, memoryMb, events);
    folder ??= mkdtempSync(join(tmpdir(), "toolshed-jobs-"));
    return startChild(kind, root, data, folder, events);
  }

  return {
    async run(kind, input, { userId = "", signal = neverCancelled } = {}) {
      const pool = pools.get(kind.name) ?? new Pool(kind, (events) => start(kind, events));
      pools.set(kind.name, pool);
      count[0] = (count[0] as number) + 1;
      const result = await pool.run(input, userId, signal);
      count[0] -= 1;
      return result as JobResult<never>;
    },
    close() {
      for (const pool of pools.values()) pool.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
