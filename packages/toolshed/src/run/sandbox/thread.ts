import { Worker } from "node:worker_threads";
import type { FromWorker, ThreadData, ToWorker } from "./worker-protocol.ts";

/** A thread that runs one script at a time. */
export interface Thread {
  post(message: ToWorker): void;
  /** Who is told what it answers, that it is ready, and that it has ended; there is one at a time, or nobody. */
  listener: ThreadListener | undefined;
  /** Ends it at any moment, whatever it does. */
  end(): Promise<unknown>;
}

export interface ThreadListener {
  onReport(report: FromWorker): void;
  onReady(): void;
  onEnd(): void;
}

export function startThread(workerUrl: URL, given: Omit<ThreadData, "posted">, onEnd: () => void): Thread {
  const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(workerUrl, {
    workerData: { ...given, posted } satisfies ThreadData,
    env: {},
    execArgv: [],
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  const thread: Thread = {
    post(message) {
      worker.postMessage(message);
      Atomics.add(posted, 0, 1);
      Atomics.notify(posted, 0);
    },
    listener: undefined,
    end: () => worker.terminate(),
  };
  worker.on("message", (message: FromWorker | "ready") => {
    if (message === "ready") thread.listener?.onReady();
    else thread.listener?.onReport(message);
  });
  // An error is followed by the end, of which one hears as well.
  worker.on("error", () => {});
  worker.once("exit", () => {
    onEnd();
    thread.listener?.onEnd();
  });
  return thread;
}
