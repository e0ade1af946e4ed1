/** Whether to wait awake for the other thread, which costs CPU, or to sleep, from which waking up takes longer than most answers. */
export interface Patience {
  /** Until when to wait awake; nothing, if it has not been worth it lately. */
  awakeUntil(): number | undefined;
  /** Tells whether the answer came in that time. */
  learn(isInTime: boolean): void;
}

const awakeMs = Number(process.env.AWAKE_MS ?? 0.25);
const maxSkipped = 63;

/** Where answers take longer, as those of real servers do, and on a machine with too much to do, it is tried ever less often. */
export function createPatience(): Patience {
  let toSkip = 0;
  let skipped = 0;

  return {
    awakeUntil() {
      if (skipped < toSkip || awakeMs === 0) {
        skipped += 1;
        return undefined;
      }
      skipped = 0;
      return performance.now() + awakeMs;
    },
    learn(isInTime) {
      toSkip = isInTime ? 0 : Math.min(maxSkipped, 2 * toSkip + 1);
    },
  };
}
