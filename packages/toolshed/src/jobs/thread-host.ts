import { Worker } from "node:worker_threads";
import { type FromWorker, type Host, type HostEvents, tell, type WorkerData } from "./host.ts";

export interface ThreadOptions {
  readonly workerUrl: URL;
  readonly data: WorkerData;
  readonly memoryMb: number;
}

export function startThread({ workerUrl, data, memoryMb }: ThreadOptions, events: HostEvents): Host {
  const worker = new Worker(workerUrl, {
    workerData: data,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  worker.unref();
  let isOutOfMemory = false;
  worker.on("message", (message: FromWorker) => tell(events, message));
  worker.on("error", (error: NodeJS.ErrnoException) => {
    isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
  });
  worker.once("exit", () => events.onEnd(isOutOfMemory ? "memory" : "crashed"));
  return {
    post: (input) => worker.postMessage(input),
    end: () => {
      worker.terminate().catch(() => {});
    },
  };
}
