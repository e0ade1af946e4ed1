import { useSyncExternalStore } from "react";

const tickMs = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
}

/** The time, to half a minute: one clock for all that is on the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
