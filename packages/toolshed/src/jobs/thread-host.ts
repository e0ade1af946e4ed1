import { Worker } from "node:worker_threads";
import {
  type FromWorker,
  type Host,
  type HostEvents,
  type ThreadData,
  tell,
  type WorkerData,
} from "./host.ts";
import { type Patience, stayAwake } from "./patience.ts";

export interface ThreadOptions {
  readonly workerUrl: URL;
  readonly data: WorkerData;
  readonly memoryMb: number;
  /** Whether to wait awake for its results. */
  readonly patience: Patience;
}

export function startThread(
  { workerUrl, data, memoryMb, patience }: ThreadOptions,
  events: HostEvents,
): Host {
  const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(workerUrl, {
    workerData: { ...data, posted } satisfies ThreadData,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  worker.unref();
  let isOutOfMemory = false;
  let isDone = true;
  worker.on("message", (message: FromWorker) => {
    isDone = true;
    tell(events, message);
  });
  worker.on("error", (error: NodeJS.ErrnoException) => {
    isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
  });
  worker.once("exit", () => events.onEnd(isOutOfMemory ? "memory" : "crashed"));
  return {
    post(input) {
      isDone = false;
      worker.postMessage(input);
      Atomics.add(posted, 0, 1);
      Atomics.notify(posted, 0);
      stayAwake(patience, () => isDone);
    },
    end: () => {
      worker.terminate().catch(() => {});
    },
  };
}
