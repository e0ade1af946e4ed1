import { FairQueue } from "../work/fair-queue.ts";

/** Work that can be interrupted at each `yield`. A step between two of them takes well under a millisecond. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

interface Task {
  readonly steps: Steps<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const sliceMs = 2;
/** If the event loop takes longer than this to come back, it has other work, and the background work takes a rest. */
const busyMs = 1;
const restMs = 10;

/** Shares the main thread with everything else: works for a slice, then lets the event loop run. */
export function createSlices(startBackground: () => Steps<void>) {
  /** Those that wait, by user. */
  const waiting = new FairQueue<Task>();
  let current: Task | undefined;
  let background: Steps<void> | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;

  function workInBackground(): void {
    if (background && advance(background).done) background = undefined;
  }

  function workOnTask(): void {
    if (!current) workInBackground();
    current ??= waiting.shift();
    if (!current) return;
    try {
      const { done, value } = advance(current.steps);
      if (!done) return;
      current.resolve(value);
    } catch (error) {
      current.reject(error);
    }
    current = undefined;
  }

  const hasTask = (): boolean => current !== undefined || waiting.size > 0;

  function plan(isBusy = false): void {
    if (isClosed || immediate) return;
    if (hasTask() || (background && !isBusy && !rest)) {
      clearTimeout(rest);
      rest = undefined;
      const plannedAt = performance.now();
      immediate = setImmediate(() => {
        immediate = undefined;
        const isLate = performance.now() - plannedAt > busyMs;
        if (hasTask()) workOnTask();
        else workInBackground();
        plan(isLate);
      });
    } else if (background && !rest) {
      rest = setTimeout(() => {
        rest = undefined;
        plan();
      }, restMs);
    }
  }

  return {
    /**
     * Runs a task that someone waits for. Tasks run one after another, those of different users in turn, and a slice of
     * the background work before each.
     */
    run<Result>(steps: Steps<Result>, userId = ""): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        if (isClosed) throw new Error("Search has been closed");
        const isFirst = !hasTask();
        waiting.push(userId, { steps, resolve: resolve as Task["resolve"], reject });
        if (isFirst) workOnTask();
        plan();
      });
    },
    /** Says that there is background work. */
    wake(): void {
      background ??= startBackground();
      plan();
    },
    /** Stops the background work and rejects the tasks that are not done. */
    close(): void {
      isClosed = true;
      clearImmediate(immediate);
      clearTimeout(rest);
      const unfinished = [...(current ? [current] : []), ...waiting.clear()];
      for (const { reject } of unfinished) reject(new Error("Search has been closed"));
    },
  };
}

/** Runs all steps synchronously. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function advance<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const until = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= until) return step;
  }
}
