import { followTopic } from "../store/follow-topic.ts";
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

/**
 * Gives the calls as they come, in batches: none is left out, a few may come twice. An empty batch says that there was nothing new.
 * All is read from the store, so the calls of every gateway on it are there.
 */
export async function* followCalls(
  record: CallRecord,
  events: Events,
  { filter, after, signal }: FollowOptions,
): AsyncGenerator<CallEntry[]> {
  let floor = Math.max(0, after - overlap);
  const recent: { id: number; readAt: number }[] = [];

  async function next(): Promise<CallEntry[]> {
    const except = recent.map(({ id }) => id);
    const calls = await record.listAfter(filter, { after: floor, except, limit: batchSize });
    const readAt = Date.now();
    recent.push(...calls.map(({ id }) => ({ id, readAt })));
    for (let oldest = recent[0]; oldest; oldest = recent[0]) {
      if (recent.length <= maxRecent && oldest.readAt > readAt - settleMs) break;
      floor = Math.max(floor, oldest.id);
      recent.shift();
    }
    return calls;
  }

  for await (const _ of followTopic(events, "calls", signal)) {
    let calls: CallEntry[];
    do {
      calls = await next();
      yield calls;
    } while (calls.length === batchSize && !signal.aborted);
  }
}
