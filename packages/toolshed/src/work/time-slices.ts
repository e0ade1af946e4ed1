import { setImmediate } from "node:timers/promises";

/** Keeps long work on the main thread from holding up everything else. */
export interface TimeSlices {
  /** Whether the work has gone on for so long that it is the turn of others. */
  isOver(): boolean;
  /** Resolves when others have had their turn. */
  next(): Promise<void>;
}

const sliceMs = 4;

export function createTimeSlices(): TimeSlices {
  let since = performance.now();
  return {
    isOver: () => performance.now() - since > sliceMs,
    async next() {
      await setImmediate();
      since = performance.now();
    },
  };
}
