import { FairQueue } from "./fair-queue.ts";

/**
 * When work begins that costs the gateway's own thread some time, such as the calls of scripts, which can make hundreds at
 * once. In one turn of the event loop only a few begin, so that requests of others come in between. After one that
 * carries much, several turns pass before the next.
 */
export interface WorkTurns {
  /** Begins work now or in a later turn; users take turns. `bytes` is what it carries. */
  enter(userId: string, bytes: number, begin: () => void): void;
}

/** About a millisecond of work. */
const weightPerTurn = 4;
/** Parsing and checking so much has a weight of 1. */
const bytesPerWeight = 32 * 1024;
/** Of a call without what it carries. Calls that end in the same turn are recorded together. */
const callWeight = 0.25;

export function createWorkTurns(nextTurn: (action: () => void) => unknown = setImmediate): WorkTurns {
  const waiting = new FairQueue<() => void>();
  /** What has begun and not been made up for by turns that passed. */
  let used = 0;
  let isDue = false;

  function awaitTurn(): void {
    if (!isDue) nextTurn(turn);
    isDue = true;
  }

  function turn(): void {
    used = Math.max(0, used - weightPerTurn);
    isDue = false;
    while (waiting.size > 0 && used < weightPerTurn) waiting.shift()?.();
    if (used > 0) awaitTurn();
  }

  return {
    enter(userId, bytes, action) {
      const begin = () => {
        used += callWeight + bytes / bytesPerWeight;
        awaitTurn();
        action();
      };
      if (waiting.size === 0 && used < weightPerTurn) begin();
      else waiting.push(userId, begin);
    },
  };
}
