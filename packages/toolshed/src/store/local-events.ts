import type { Events } from "./store.ts";

/** Who wants to hear of which topic, within this process. */
export function createListeners() {
  const byTopic = new Map<string, Set<(detail: string) => void>>();

  function tell(topic: string, detail: string): void {
    for (const listener of byTopic.get(topic) ?? []) listener(detail);
  }

  return {
    add(topic: string, listener: (detail: string) => void): () => void {
      const all = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, all.add(listener));
      return () => {
        all.delete(listener);
      };
    },
    tell,
    /** Tells the listeners of every topic that anything may have changed. */
    tellAll(): void {
      for (const topic of byTopic.keys()) tell(topic, "");
    },
  };
}

/** Events for the only process on a store. */
export function createLocalEvents(): Events {
  const listeners = createListeners();
  const nothingToHear = Promise.resolve();

  return {
    async publish(topic, detail = "") {
      listeners.tell(topic, detail);
    },
    subscribe: listeners.add,
    catchUp: () => nothingToHear,
  };
}
