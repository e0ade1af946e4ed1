import type { CallSignal } from "../work/cancellation.ts";

export type Schedule = ReturnType<typeof createSchedule>;

export interface QueuePlace {
  /** A person who used up a limit leaves room for others for a while. */
  leave(isOffence: boolean): void;
}

const maxWaiting = 100;
const maxRuns = 4;
const penaltyMs = 30_000;

/**
 * Who may run now, so that the runs of some people never keep others waiting. `onStarved` is called when a person's only run
 * has to wait.
 */
export function createSchedule(places: number, onStarved: () => void = () => {}) {
  const running = new Map<string, number>();
  const penalisedUntil = new Map<string, number>();
  let waiting: { readonly userId: string; start(): void }[] = [];
  let taken = 0;

  const isPenalised = (userId: string): boolean => (penalisedUntil.get(userId) ?? 0) > Date.now();

  const isFirst = (userId: string): boolean => !running.has(userId) && !isPenalised(userId);
  const isStarving = (): boolean => waiting.some(({ userId }) => isFirst(userId));

  /** A first run needs a free place; further ones, and those of offenders, leave places to others. */
  function mayStart(userId: string): boolean {
    const free = places - taken;
    const own = running.get(userId) ?? 0;
    if (own === 0) return free > (isPenalised(userId) && places > 1 ? 1 : 0);
    return !isPenalised(userId) && own < maxRuns && free > 2;
  }

  function startWaiting(): void {
    for (;;) {
      const next = waiting.find(({ userId }) => mayStart(userId));
      if (!next) break;
      waiting = waiting.filter((other) => other !== next);
      next.start();
    }
    if (isStarving()) onStarved();
  }

  function take(userId: string): QueuePlace {
    taken += 1;
    running.set(userId, (running.get(userId) ?? 0) + 1);
    return {
      leave(isOffence) {
        taken -= 1;
        const left = (running.get(userId) ?? 1) - 1;
        if (left > 0) running.set(userId, left);
        else running.delete(userId);
        if (isOffence) penalise(userId);
        startWaiting();
      },
    };
  }

  function penalise(userId: string): void {
    penalisedUntil.set(userId, Date.now() + penaltyMs);
    setTimeout(() => {
      if (!isPenalised(userId)) penalisedUntil.delete(userId);
      startWaiting();
    }, penaltyMs + 1).unref();
  }

  return {
    /** Returns true if a person who has no run yet is waiting for a place. */
    isStarving,

    /** How many places a person has. */
    runsOf: (userId: string): number => running.get(userId) ?? 0,

    /** Waits for a place. Gives nothing if the signal ends the wait or too many of the user's runs wait already. */
    async enter(userId: string, signal: CallSignal, most = maxWaiting): Promise<QueuePlace | undefined> {
      if (signal.aborted) return undefined;
      if (!waiting.some((other) => other.userId === userId) && mayStart(userId)) return take(userId);
      if (waiting.filter((other) => other.userId === userId).length >= most) return undefined;
      return new Promise((resolve) => {
        const start = () => {
          signal.removeEventListener("abort", giveUp);
          resolve(take(userId));
        };
        const entry = { userId, start };
        const giveUp = () => {
          waiting = waiting.filter((other) => other !== entry);
          resolve(undefined);
        };
        signal.addEventListener("abort", giveUp);
        waiting.push(entry);
        if (isFirst(userId)) onStarved();
      });
    },
  };
}
