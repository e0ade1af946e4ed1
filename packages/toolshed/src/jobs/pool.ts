import type { Host, HostEvents } from "./host.ts";
import type { JobFailure, JobKind, JobResult } from "./job.ts";
import { createSchedule } from "./schedule.ts";

export interface Pool {
  run(input: unknown, userId: string, signal: AbortSignal): Promise<JobResult<unknown>>;
  close(): void;
}

interface Worker {
  readonly host: Host;
  isReady: boolean;
  jobs: number;
  /** Who waits for the result of the job it does. */
  current: ((result: JobResult<unknown>) => void) | undefined;
  timer: NodeJS.Timeout | undefined;
}

const idleMs = 60_000;
const failed = (failure: JobFailure) => ({ ok: false, failure }) as const;

/** The workers for one kind of job. One in which anything went wrong is never used again. */
export function createPool(kind: JobKind<never, unknown>, startHost: (events: HostEvents) => Host): Pool {
  const schedule = createSchedule(kind.workers);
  const all = new Set<Worker>();
  let idle: Worker[] = [];
  let isClosed = false;

  function start(): Worker {
    const worker: Worker = {
      host: startHost({
        onReady() {
          worker.isReady = true;
          if (worker.current) limitTime(worker, kind.timeMs);
          else rest(worker);
        },
        onResult: (result) => settle(worker, result),
        onEnd: (failure) => retire(worker, failure),
      }),
      isReady: false,
      jobs: 0,
      current: undefined,
      timer: undefined,
    };
    all.add(worker);
    limitTime(worker, kind.startMs);
    return worker;
  }

  function limitTime(worker: Worker, ms: number): void {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => retire(worker, "time"), ms);
    if (!worker.current) worker.timer.unref();
  }

  function rest(worker: Worker): void {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => retire(worker, "cancelled"), idleMs).unref();
  }

  function retire(worker: Worker, failure: JobFailure): void {
    if (!all.delete(worker)) return;
    idle = idle.filter((other) => other !== worker);
    clearTimeout(worker.timer);
    worker.host.end();
    worker.current?.(failed(failure));
  }

  function settle(worker: Worker, result: JobResult<unknown>): void {
    if (!all.has(worker)) return;
    const { current } = worker;
    worker.current = undefined;
    if (!result.ok || worker.jobs >= (kind.maxJobs ?? Number.POSITIVE_INFINITY)) retire(worker, "crashed");
    else {
      idle.push(worker);
      rest(worker);
    }
    current?.(result);
  }

  async function doJob(input: unknown): Promise<JobResult<unknown>> {
    const worker = idle.pop() ?? start();
    // Whoever comes next while this one is busy finds a thread that has already started.
    if (kind.host === "thread" && idle.length === 0 && all.size < kind.workers) idle.push(start());
    return new Promise((resolve) => {
      worker.jobs += 1;
      worker.current = resolve;
      limitTime(worker, worker.isReady ? kind.timeMs : kind.startMs);
      worker.host.post(input);
    });
  }

  return {
    async run(input, userId, signal) {
      const place = await schedule.enter(userId, signal);
      if (!place) return failed(signal.aborted ? "cancelled" : "busy");
      if (isClosed) {
        place.leave(false);
        return failed("cancelled");
      }
      const result = doJob(input)
        .catch(() => failed("crashed"))
        .then((done) => {
          place.leave(!done.ok && done.failure !== "cancelled");
          return done;
        });
      return unlessAborted(result, signal);
    },
    close() {
      isClosed = true;
      for (const worker of all) retire(worker, "cancelled");
    },
  };
}

/** The job goes on without the caller: to end its worker would cost the next one more than that. */
function unlessAborted(
  result: Promise<JobResult<unknown>>,
  signal: AbortSignal,
): Promise<JobResult<unknown>> {
  return new Promise((resolve) => {
    const cancel = () => resolve(failed("cancelled"));
    signal.addEventListener("abort", cancel, { once: true });
    result.then((done) => {
      signal.removeEventListener("abort", cancel);
      resolve(done);
    }, cancel);
  });
}
