import type { Events } from "../store/store.ts";
import type { CallEntry } from "./call-entry.ts";
import type { CallFilter } from "./call-filter.ts";
import type { CallRecord } from "./call-record.ts";

export interface FollowOptions {
  readonly filter: CallFilter;
  /** The last call that is known already. */
  readonly after: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

const batchSize = 200;
const maxRecent = 1_000;
/** How long another gateway may take to store a call after it got its number. */
const settleMs = 5_000;
/** The same for who comes back: as many calls before the last known one are sent again. */
const overlap = 100;
/** Events can be lost on the way, so it looks by itself now and then. */
const lookAgainMs = 15_000;

/**
 * Gives the calls as they come, in batches: none is left out, a few may come twice. An empty batch says that there was nothing new.
 * All is read from the store, so the calls of every gateway on it are there.
 */
export async function* followCalls(
  record: CallRecord,
  events: Events,
  { filter, after, signal }: FollowOptions,
): AsyncGenerator<CallEntry[]> {
  let told = false;
  let wake = () => {};
  const tell = () => {
    told = true;
    wake();
  };
  const unsubscribe = events.subscribe("calls", tell);
  signal.addEventListener("abort", tell);

  let floor = Math.max(0, after - overlap);
  const recent: { id: number; readAt: number }[] = [];
  try {
    while (!signal.aborted) {
      told = false;
      const except = recent.map(({ id }) => id);
      const calls = await record.listAfter(filter, { after: floor, except, limit: batchSize });
      yield calls;

      const readAt = Date.now();
      recent.push(...calls.map(({ id }) => ({ id, readAt })));
      for (let oldest = recent[0]; oldest; oldest = recent[0]) {
        if (recent.length <= maxRecent && oldest.readAt > readAt - settleMs) break;
        floor = Math.max(floor, oldest.id);
        recent.shift();
      }
      if (calls.length === batchSize || told) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookAgainMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) wake();
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", tell);
  }
}
