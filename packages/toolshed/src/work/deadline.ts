export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time is up. */
  readonly isOver: boolean;
  /** Lets go of the time and the other signals. */
  clear(): void;
}

/**
 * A signal that is aborted after a time, or with one of the others. On Node 20, a timeout that only `AbortSignal.any` knows
 * may be garbage-collected, and then never ends anything.
 */
export function startDeadline(ms: number, ...others: readonly AbortSignal[]): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const clear = () => {
    clearTimeout(timer);
    for (const signal of others) signal.removeEventListener("abort", abort);
  };
  const abort = () => {
    clear();
    controller.abort();
  };
  const timer = setTimeout(() => {
    isOver = true;
    abort();
  }, ms);
  timer.unref();
  for (const signal of others) signal.addEventListener("abort", abort);
  if (others.some(({ aborted }) => aborted)) abort();
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    clear,
  };
}
