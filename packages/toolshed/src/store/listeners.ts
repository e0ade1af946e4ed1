/** Who wants to hear of which topic, within this process. */
export interface Listeners {
  add(topic: string, listener: (detail: string) => void): () => void;
  tell(topic: string, detail: string): void;
  /** Tells the listeners of every topic that anything may have changed. */
  tellAll(): void;
}

export function createListeners(): Listeners {
  const byTopic = new Map<string, Set<(detail: string) => void>>();

  function tell(topic: string, detail: string): void {
    for (const listener of byTopic.get(topic) ?? []) listener(detail);
  }

  return {
    add(topic, listener) {
      const all = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, all.add(listener));
      return () => {
        all.delete(listener);
      };
    },
    tell,
    tellAll() {
      for (const topic of byTopic.keys()) tell(topic, "");
    },
  };
}
