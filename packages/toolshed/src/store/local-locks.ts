import type { WithLock } from "./store.ts";

/** Runs one action at a time for each name, within this process. */
export function createLocalLocks(): WithLock {
  const last = new Map<string, Promise<unknown>>();

  return (name, action) => {
    const before = last.get(name) ?? Promise.resolve();
    const running = before.then(action, action);
    last.set(name, running);
    const forget = () => {
      if (last.get(name) === running) last.delete(name);
    };
    running.then(forget, forget);
    return running;
  };
}
