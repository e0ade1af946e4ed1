import type { JobFailure, JobResult } from "./job.ts";

/** Where a worker runs, as the pool sees it: a thread or a child process that does one job at a time. */
export interface Host {
  post(input: unknown): void;
  /** Ends it at any moment, whatever it does. */
  end(): void;
}

export interface HostEvents {
  onReady(): void;
  onResult(result: JobResult<unknown>): void;
  /** After this, nothing comes from it. */
  onEnd(failure: JobFailure): void;
}

/** Given to a worker when it starts. */
export interface WorkerData {
  readonly moduleUrl: string;
  readonly niceness: number;
}

/** What a worker sends: that it is ready, then one result for each job. */
export type FromWorker = "ready" | JobResult<unknown>;

export function tell(events: HostEvents, message: FromWorker | undefined): void {
  if (message === "ready") events.onReady();
  else events.onResult(message ?? { ok: false, failure: "crashed" });
}
