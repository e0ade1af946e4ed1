import { Worker } from "node:worker_threads";
import type { SandboxData, ToWorker } from "./worker-protocol.ts";

/** A thread that runs one script at a time. */
export interface Thread {
  post(message: ToWorker): void;
  /** Who is told what it answers, that it is ready, and that it has ended; there is one at a time, or nobody. */
  listener: ThreadListener | undefined;
  /** Ends it at any moment, whatever it does. */
  end(): Promise<void>;
}

export interface ThreadListener {
  /** A `FromWorker`, if the thread is sound. */
  onReport(report: unknown): void;
  onReady(): void;
  onEnd(reason: "memory" | "failure"): void;
}

export function startThread(workerUrl: URL, given: Omit<SandboxData, "posted">, onEnd: () => void): Thread {
  const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(workerUrl, {
    workerData: { ...given, posted } satisfies SandboxData,
    env: {},
    execArgv: [],
    // QuickJS prints only where something is wrong with it, and a script decides what.
    stdout: true,
    stderr: true,
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  worker.stdout.resume();
  worker.stderr.resume();
  let reason: Parameters<ThreadListener["onEnd"]>[0] = "failure";
  const thread: Thread = {
    post(message) {
      worker.postMessage(message);
      Atomics.add(posted, 0, 1);
      Atomics.notify(posted, 0);
    },
    listener: undefined,
    async end() {
      await worker.terminate();
    },
  };
  worker.on("message", (message: unknown) => {
    if (message === "ready") thread.listener?.onReady();
    else thread.listener?.onReport(message);
  });
  worker.on("messageerror", () => thread.listener?.onReport(undefined));
  // An error is followed by the end, of which one hears as well.
  worker.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") reason = "memory";
  });
  worker.once("exit", () => {
    onEnd();
    thread.listener?.onEnd(reason);
  });
  return thread;
}
