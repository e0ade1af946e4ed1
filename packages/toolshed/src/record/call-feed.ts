import { isProblem, openOutcomes, problem } from "../store/call-rows.ts";
import { createFeed } from "../store/feed.ts";
import type { Events } from "../store/store.ts";
import type { CallEntry, CallFilter, CallRecord } from "./call-record.ts";

/** A call that is new, or has ended since it was told. */
export interface CallNews {
  readonly call: CallEntry;
  /** As JSON, written once for all who follow. */
  readonly data: string;
  readonly isNew: boolean;
}

export interface FollowOptions {
  /** The last call that is known already. Absent means that only new ones are of interest. */
  readonly after: number | undefined;
  /** Whose calls before now are of interest. Absent means everybody's. */
  readonly userId?: string | undefined;
  readonly signal: AbortSignal;
}

export type CallFeed = ReturnType<typeof createCallFeed>;

const batchSize = 200;
const maxRecent = 1_000;
/** How long another gateway may take to store a call after it got its number. */
const settleMs = 5_000;
/** The same for those who come back: as many calls before the last known one are sent again. */
const overlap = 100;
/** A client that missed more than this should reload the list. */
const maxMissed = 10_000;
const maxOpen = 1_000;

export function createCallFeed(record: CallRecord, events: Events) {
  const feed = createFeed<CallNews>({ events, topic: "calls", batchSize, open: () => openReader(record) });
  let catchingUp: Promise<unknown> = Promise.resolve();

  /** One page at a time for all who come back, so that they take their turns with everything else. */
  function readMissed(after: number, userId: string | undefined): Promise<CallEntry[]> {
    const page = catchingUp.then(() => record.listAfter(after, [], batchSize, { userId }));
    catchingUp = page.catch(() => {});
    return page;
  }

  return {
    /**
     * The calls as they come, in batches: none is left out, a few may come twice. An empty batch says that there was nothing
     * new. All is read from the store, so the calls of every gateway on it are there.
     */
    async *follow({ after, userId, signal }: FollowOptions): AsyncGenerator<readonly CallNews[]> {
      const live = await feed.follow(signal);
      if (after !== undefined) {
        let last = Math.max(0, after - overlap, (await record.latest()) - maxMissed);
        let calls: CallEntry[];
        do {
          calls = await readMissed(last, userId);
          last = calls.at(-1)?.id ?? last;
          if (calls.length > 0) yield calls.map((call) => toNews(call, true));
        } while (calls.length === batchSize && !signal.aborted);
      }
      yield* live;
    },
  };
}

/** Whether a filter lets the call through. One that was seen as running is not left so. */
export function matches(
  { userId, path, source, outcome, via, endpoint, text, trace, from, to }: CallFilter,
  { call, isNew }: CallNews,
): boolean {
  return (
    (userId === undefined || call.userId === userId) &&
    (path === undefined || call.path.includes(path)) &&
    (source === undefined || call.path.startsWith(`${source}.`)) &&
    (via === undefined || call.via === via) &&
    (endpoint === undefined || call.endpointId === endpoint.id) &&
    (text === undefined || hasText(call, text)) &&
    (trace === undefined || call.traceId === trace || call.runId === trace) &&
    (from === undefined || call.at >= from) &&
    (to === undefined || call.at < to) &&
    (outcome === undefined ||
      call.outcome === outcome ||
      (outcome === problem && isProblem(call.outcome)) ||
      (!isNew && openOutcomes.includes(outcome as never)))
  );
}

const hasText = ({ path, error, client }: CallEntry, text: string): boolean =>
  [path, error, client].some((one) => one?.toLowerCase().includes(text.toLowerCase()));

const toNews = (call: CallEntry, isNew: boolean): CallNews => ({ call, data: JSON.stringify(call), isNew });

/** Reads on from the latest call, and looks again at those that have not ended. */
async function openReader(record: CallRecord): Promise<() => Promise<CallNews[]>> {
  let floor = await record.latest();
  const recent: { id: number; readAt: number }[] = [];
  const open = await Promise.all(
    openOutcomes.map(async (outcome) => {
      const { calls } = await record.list({ outcome }, { limit: maxOpen });
      return { outcome, ids: new Set(calls.map(({ id }) => id)) };
    }),
  );

  async function readNew(): Promise<CallEntry[]> {
    const except = recent.map(({ id }) => id);
    const calls = await record.listAfter(floor, except, batchSize);
    const readAt = Date.now();
    recent.push(...calls.map(({ id }) => ({ id, readAt })));
    for (let oldest = recent[0]; oldest; oldest = recent[0]) {
      if (recent.length <= maxRecent && oldest.readAt > readAt - settleMs) break;
      floor = Math.max(floor, oldest.id);
      recent.shift();
    }
    return calls;
  }

  return async () => {
    const changed: CallEntry[] = [];
    for (const { outcome, ids } of open) {
      for (const call of await record.listChanged(outcome, [...ids])) {
        ids.delete(call.id);
        changed.push(call);
      }
    }
    const calls = await readNew();
    for (const { outcome, ids } of open) {
      for (const call of [...changed, ...calls]) if (call.outcome === outcome) ids.add(call.id);
      for (const id of ids) {
        if (ids.size <= maxOpen) break;
        ids.delete(id);
      }
    }
    return [...changed.map((call) => toNews(call, false)), ...calls.map((call) => toNews(call, true))];
  };
}
