import type { CpuReader } from "../../jobs/cpu-time.ts";
import { startThread } from "../../jobs/thread.ts";
import type { SandboxData, ToWorker } from "./worker-protocol.ts";

/** A thread that runs one script at a time. */
export interface Thread {
  post(message: ToWorker): void;
  isReady(): boolean;
  /** Reads its CPU time once it is ready. */
  readonly readCpu: CpuReader;
  /** Whether it is in the middle of parsing a script. */
  isParsing(): boolean;
  /** Who is told what it answers, that it is ready, and that it has ended; there is one at a time, or nobody. */
  listener: ThreadListener | undefined;
  /** Ends it at any moment, whatever it does. */
  end(): Promise<unknown>;
}

export interface ThreadListener {
  /** A `FromWorker`, if the thread is sound. */
  onReport(report: unknown): void;
  onReady(): void;
  onEnd(reason: "memory" | "failure"): void;
}

export function startSandboxThread(
  workerUrl: URL,
  data: Omit<SandboxData, "posted" | "parsing">,
  onEnd: () => void,
): Thread {
  const parsing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const started = startThread(
    workerUrl,
    { ...data, parsing },
    { stackSizeMb: 16, maxOldGenerationSizeMb: 256 },
    {
      onReady: () => thread.listener?.onReady(),
      onMessage: (message) => thread.listener?.onReport(message),
      onEnd(isOutOfMemory) {
        onEnd();
        thread.listener?.onEnd(isOutOfMemory ? "memory" : "failure");
      },
    },
  );
  const thread: Thread = { ...started, isParsing: () => Atomics.load(parsing, 0) === 1, listener: undefined };
  return thread;
}
