import type { Events } from "./store.ts";

/** Gives what is known for the key, or reads it. */
export type Remembered<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Keeps what was read from the store until one of the topics changes, also in another process. What was not found is not kept:
 * requests for made-up keys fill no memory.
 */
export function remember<Value>(events: Events, ...topics: readonly string[]): Remembered<Value> {
  // Promises, not values: one that a change overtakes is forgotten before it can be kept.
  const known = new Map<string, Promise<Value>>();
  for (const topic of topics) events.subscribe(topic, () => known.clear());

  return (key, read) => {
    const before = known.get(key);
    if (before) return before;
    const reading = read();
    known.set(key, reading);
    const forget = () => {
      if (known.get(key) === reading) known.delete(key);
    };
    reading.then((value) => value === undefined && forget(), forget);
    return reading;
  };
}
