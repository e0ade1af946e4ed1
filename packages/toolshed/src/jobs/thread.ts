import { type ResourceLimits, Worker } from "node:worker_threads";
import { openThreadCpu } from "./cpu-time.ts";

export interface ThreadEvents {
  /** Comes before any message. */
  onReady(): void;
  /** Nothing where what it has sent cannot be read. */
  onMessage(message: unknown): void;
  onEnd(isOutOfMemory: boolean): void;
}

/**
 * Starts a thread of this process, which sleeps until something is posted to it. Its module reads `data` from
 * `workerData` and answers messages with `handleMessages`.
 */
export function startThread(
  workerUrl: URL,
  data: object,
  resourceLimits: ResourceLimits,
  { onReady, onMessage, onEnd }: ThreadEvents,
) {
  const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(workerUrl, {
    workerData: { ...data, posted },
    env: {},
    execArgv: [],
    // What hostile input makes a library print is nobody's to read.
    stdout: true,
    stderr: true,
    resourceLimits,
  });
  worker.unref();
  worker.stdout.resume();
  worker.stderr.resume();
  let isOutOfMemory = false;
  let cpu: ReturnType<typeof openThreadCpu> | undefined;
  worker.once("message", (id: number) => {
    cpu = openThreadCpu(`self/task/${id}`);
    worker.on("message", onMessage);
    onReady();
  });
  worker.on("messageerror", () => onMessage(undefined));
  // An error is followed by the end.
  worker.on("error", (error: NodeJS.ErrnoException) => {
    isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
  });
  worker.once("exit", () => {
    cpu?.close();
    cpu = undefined;
    onEnd(isOutOfMemory);
  });
  return {
    isReady: () => cpu !== undefined,
    /** Reads its CPU time once it is ready. */
    readCpu: () => cpu?.read() ?? 0,
    post(message: unknown): void {
      worker.postMessage(message);
      Atomics.add(posted, 0, 1);
      Atomics.notify(posted, 0);
    },
    /** Ends it at any moment, whatever it does. */
    end: () => worker.terminate(),
  };
}
