import { setImmediate } from "node:timers/promises";

const sliceMs = 4;

/** Keeps long work on the main thread from holding up everything else. */
export function createTimeSlices() {
  let since = performance.now();
  return {
    /** Whether the work has gone on for so long that it is the turn of others. */
    isOver: () => performance.now() - since > sliceMs,
    /** Resolves when others have had their turn. */
    async next(): Promise<void> {
      await setImmediate();
      since = performance.now();
    },
  };
}
