import type { CallSignal } from "../work/cancellation.ts";
import { type CpuReader, limitCpu } from "./cpu-time.ts";
import type { JobFailure, JobKind, JobResult } from "./job.ts";
import { createSchedule, type Schedule } from "./schedule.ts";

/** Where a worker runs, as the pool sees it: a thread or a child process that does one job at a time. */
export interface Host {
  post(input: unknown): void;
  /** Reads its CPU time once it is ready. */
  readonly readCpu: CpuReader;
  /** Ends it at any moment, whatever it does. */
  end(): void;
}

export interface HostEvents {
  /** Nothing where what it has sent cannot be read. */
  onMessage(message: FromWorker | undefined): void;
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

interface Worker {
  readonly host: Host;
  isReady: boolean;
  jobs: number;
  /** Who waits for the result of the job it does. */
  current: ((result: JobResult<unknown>) => void) | undefined;
  /** Ends it when it is idle for long, or when its job takes too long. */
  timer: NodeJS.Timeout | undefined;
  stopCpuLimit: (() => void) | undefined;
  /** Whether it has ended without being told to. */
  isLost: boolean;
}

const idleMs = 60_000;
const failed = (failure: JobFailure) => ({ ok: false, failure }) as const;

/** The workers for one kind of job. One in which anything went wrong is never used again. */
export class Pool {
  readonly #kind: JobKind<never, unknown>;
  readonly #startHost: (events: HostEvents) => Host;
  readonly #schedule: Schedule;
  readonly #all = new Set<Worker>();
  #idle: Worker[] = [];
  #isClosed = false;

  constructor(kind: JobKind<never, unknown>, startHost: (events: HostEvents) => Host) {
    this.#kind = kind;
    this.#startHost = startHost;
    this.#schedule = createSchedule(kind.workers);
  }

  async run(input: unknown, userId: string, signal: CallSignal): Promise<JobResult<unknown>> {
    const place = await this.#schedule.enter(userId, signal);
    if (!place) return failed(signal.aborted ? "cancelled" : "busy");
    const result = this.#doJob(input)
      .catch(() => failed("crashed"))
      .then((done) => {
        place.leave(!done.ok && done.failure !== "cancelled" && done.failure !== "time");
        return done;
      });
    return unlessAborted(result, signal);
  }

  close(): void {
    this.#isClosed = true;
    for (const worker of this.#all) this.#retire(worker, "cancelled");
  }

  async #doJob(input: unknown): Promise<JobResult<unknown>> {
    const worker = this.#idle.pop();
    const result = worker && (await this.#give(worker, input));
    // One that was idle may have ended just before, by no fault of this job.
    if (result && !worker.isLost) return result;
    return this.#isClosed ? failed("cancelled") : this.#give(this.#start(), input);
  }

  #give(worker: Worker, input: unknown): Promise<JobResult<unknown>> {
    const { host, workers, timeMs } = this.#kind;
    // The next job finds a thread that has already started.
    if (host === "thread" && this.#idle.length === 0 && this.#all.size < workers)
      this.#idle.push(this.#start());
    return new Promise((resolve) => {
      worker.jobs += 1;
      worker.current = resolve;
      this.#limitTime(worker, timeMs);
      worker.host.post(input);
      if (worker.isReady) this.#limitCpu(worker);
    });
  }

  #start(): Worker {
    const worker: Worker = {
      host: this.#startHost({
        onMessage: (message) => {
          if (message !== "ready") return this.#settle(worker, message ?? failed("crashed"));
          worker.isReady = true;
          if (worker.current) this.#limitCpu(worker);
        },
        onEnd: (failure) => {
          worker.isLost = failure === "crashed" && this.#all.has(worker);
          this.#retire(worker, failure);
        },
      }),
      isReady: false,
      jobs: 0,
      current: undefined,
      timer: undefined,
      stopCpuLimit: undefined,
      isLost: false,
    };
    this.#all.add(worker);
    this.#limitTime(worker, idleMs);
    return worker;
  }

  #settle(worker: Worker, result: JobResult<unknown>): void {
    if (!this.#all.has(worker)) return;
    const { current } = worker;
    worker.current = undefined;
    worker.stopCpuLimit?.();
    if (!result.ok || worker.jobs === this.#kind.maxJobs) this.#retire(worker, "crashed");
    else {
      this.#idle.push(worker);
      this.#limitTime(worker, idleMs);
    }
    current?.(result);
  }

  #limitTime(worker: Worker, ms: number): void {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => this.#retire(worker, "time"), ms);
    if (!worker.current) worker.timer.unref();
  }

  #limitCpu(worker: Worker): void {
    worker.stopCpuLimit = limitCpu(this.#kind.cpuMs, worker.host.readCpu, () => this.#retire(worker, "cpu"));
  }

  #retire(worker: Worker, failure: JobFailure): void {
    if (!this.#all.delete(worker)) return;
    this.#idle = this.#idle.filter((other) => other !== worker);
    clearTimeout(worker.timer);
    worker.stopCpuLimit?.();
    worker.host.end();
    worker.current?.(failed(failure));
  }
}

/** The job continues without the caller: ending its worker would cost the next job more. */
function unlessAborted(result: Promise<JobResult<unknown>>, signal: CallSignal): Promise<JobResult<unknown>> {
  return new Promise((resolve) => {
    const cancel = () => resolve(failed("cancelled"));
    signal.addEventListener("abort", cancel);
    result.then((done) => {
      signal.removeEventListener("abort", cancel);
      resolve(done);
    }, cancel);
  });
}
