import type { Events } from "./store.ts";

/** Events for the only process on a store. */
export function createLocalEvents(): Events {
  const listeners = new Map<string, Set<(detail: string) => void>>();

  return {
    async publish(topic, detail = "") {
      for (const listener of listeners.get(topic) ?? []) listener(detail);
    },
    subscribe(topic, listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => {
        all.delete(listener);
      };
    },
  };
}
