import { createListeners } from "../listeners.ts";
import type { Events } from "../store.ts";

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
