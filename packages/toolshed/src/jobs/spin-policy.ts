export type SpinPolicy = ReturnType<typeof createSpinPolicy>;

const awakeMs = 1;
const maxSkipped = 63;

/**
 * Whether to wait awake for another thread, or asleep: awake costs CPU, and waking up can take longer than an answer.
 * Where answers take longer, as those of distant tools do and all on a busy machine, it is tried ever less often. With
 * several concurrent runs it is not tried at all: their threads would keep each other and the gateway from the CPU.
 */
export function createSpinPolicy(runCount: Int32Array) {
  let misses = 0;
  let toSkip = 0;
  let skipped = 0;

  return {
    /** Until when to wait awake; nothing, if it has not been worth it lately. */
    awakeUntil(): number | undefined {
      if (skipped < toSkip || Atomics.load(runCount, 0) > 1) {
        skipped += 1;
        return undefined;
      }
      skipped = 0;
      return performance.now() + awakeMs;
    },
    /** Tells whether the answer came in that time. */
    learn(isInTime: boolean): void {
      misses = isInTime ? 0 : misses + 1;
      // A single one may be chance.
      toSkip = Math.min(maxSkipped, 2 ** (misses - 1) - 1);
    },
  };
}

/** Keeps the event loop turning until something has happened or it is no longer worth it: others are served meanwhile. */
export function stayAwake(spinPolicy: SpinPolicy, hasHappened: () => boolean): void {
  const until = spinPolicy.awakeUntil();
  if (until === undefined) return;
  const look = () => {
    const isInTime = hasHappened();
    if (isInTime || performance.now() > until) spinPolicy.learn(isInTime);
    else setImmediate(look);
  };
  setImmediate(look);
}
