import { batched } from "../store/batched.ts";
import { type CallWrite, createWriteCalls, hasOutcome, type NewCallEntry } from "../store/call-rows.ts";
import { deleteSlowly } from "../store/delete-slowly.ts";
import type { Events, Store } from "../store/store.ts";
import { searchDown } from "./search-down.ts";

/** A call as it is kept. */
export type CallEntry = Awaited<ReturnType<ReturnType<typeof selectCalls>["execute"]>>[number];

/** Which calls are meant: those that fit all that is given. */
export interface CallFilter {
  /** Absent means everybody's. */
  readonly userId?: string | undefined;
  /** Part of the path. */
  readonly path?: string | undefined;
  readonly outcome?: string | undefined;
  readonly via?: string | undefined;
  readonly endpoint?: EndpointFilter | undefined;
}

/** The calls of one endpoint. Those from before ids were recorded are known by its name, its owner and its age. */
export interface EndpointFilter {
  readonly id: string;
  /** Absent where the endpoint is gone. */
  readonly known?: { readonly name: string; readonly userId: string; readonly createdAt: number } | undefined;
}

export type CallRecord = ReturnType<typeof createCallRecord>;

/** Outcomes that are not the last: the call runs, or waits for a person. */
export const openOutcomes = ["started", "waiting"] as const;

const dayMs = 24 * 60 * 60 * 1000;

const selectCalls = (db: Store["db"]) =>
  db
    .selectFrom("call_record")
    .select([
      "id",
      "at",
      "user_id as userId",
      "via",
      "endpoint_id as endpointId",
      "client",
      "path",
      "outcome",
      "duration_ms as durationMs",
      "result_bytes as resultBytes",
      "arguments",
      "connection",
      "note",
    ]);

/**
 * What was called. A call that changes something is stored when it starts, as `started`, and completed when it ends;
 * one that only reads is appended when it has ended. `isAlone` tells that no other write is about to follow, for which it
 * would be worth waiting a moment. `onEnd` is told each call that is about to be stored as ended.
 */
export function createCallRecord(store: Store, onEnd?: (entry: NewCallEntry) => void) {
  const { db, reads } = store;
  const add = batched(createWriteCalls(store));
  const announce = announceCalls(store.events);

  /** The ids of the first and the latest call, of everybody's or one person's. Both in one query would read all between. */
  async function bounds(userId?: string): Promise<{ first: number; latest: number }> {
    const id = (direction: "asc" | "desc") =>
      db
        .selectFrom("call_record")
        .select("id")
        .$if(userId !== undefined, (query) => query.where("user_id", "=", userId as string))
        .orderBy("id", direction)
        .limit(1)
        .executeTakeFirst();
    const [first, latest] = [await id("asc"), await id("desc")];
    return { first: first?.id ?? 1, latest: latest?.id ?? 0 };
  }

  function select({ userId, path, outcome, via, endpoint }: CallFilter) {
    let query = selectCalls(reads);
    if (userId !== undefined) query = query.where("user_id", "=", userId);
    // In place of LIKE, to which the underscores of paths mean something.
    if (path !== undefined)
      query = query.where((row) =>
        row(row.fn("replace", ["path", row.val(path), row.val("")]), "!=", row.ref("path")),
      );
    if (outcome !== undefined) query = query.where(hasOutcome(outcome));
    if (via !== undefined) query = query.where("via", "=", via);
    if (endpoint) {
      const { id, known } = endpoint;
      query = query.where((row) => {
        const byId = row("endpoint_id", "=", id);
        if (!known) return byId;
        const { name, userId: owner, createdAt } = known;
        const byName = [row("via", "=", name), row("user_id", "=", owner), row("at", ">=", createdAt)];
        return row.or([byId, row.and([row("endpoint_id", "is", null), ...byName])]);
      });
    }
    return query;
  }

  async function write(one: CallWrite, isAlone: boolean | undefined): Promise<void> {
    await add(one, isAlone);
    announce();
  }

  return {
    append(entry: NewCallEntry, isAlone?: boolean): Promise<void> {
      onEnd?.(entry);
      return write({ kind: "append", entry, id: 0 }, isAlone);
    },

    /** Gives its id. */
    async start(entry: NewCallEntry, isAlone?: boolean): Promise<number> {
      const started: CallWrite = { kind: "start", entry, id: 0 };
      await write(started, isAlone);
      return started.id;
    },

    /** Stores how it ended: its outcome, duration, size and arguments. */
    complete(id: number, entry: NewCallEntry, isAlone?: boolean): Promise<void> {
      onEnd?.(entry);
      return write({ kind: "complete", entry, id }, isAlone);
    },

    /** Marks the calls as `unknown` that started before a time and of which nobody can tell how they ended. */
    async settle(startedBefore: number): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable("call_record")
        .set({ outcome: "unknown" })
        .where(hasOutcome("started"))
        .where("at", "<", startedBefore)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) announce();
    },

    /**
     * The latest calls, newest first; with `before`, the latest of those before that one. `next` is what to give as `before`
     * for older ones; nothing where there are none. A page whose search takes long may have fewer calls than asked for, or
     * none, and still have a `next`.
     */
    async list(
      filter: CallFilter,
      { limit, before }: { limit: number; before?: number | undefined },
    ): Promise<{ calls: CallEntry[]; next: number | null }> {
      const { first, latest } = await bounds(filter.userId);
      const search = searchDown({ from: Math.min(before ?? Infinity, latest + 1), to: first });
      const calls: CallEntry[] = [];
      for await (const { top, bottom } of search) {
        const rows = await select(filter)
          .where("id", "<", top)
          .where("id", ">=", bottom)
          .orderBy("id", "desc")
          .limit(limit - calls.length)
          .execute();
        calls.push(...rows);
        if (calls.length === limit) return { calls, next: calls.at(-1)?.id ?? null };
      }
      return { calls, next: search.isDone ? null : search.top };
    },

    /** The id of the latest call, everybody's or one person's, or 0. */
    latest: async (userId?: string): Promise<number> => (await bounds(userId)).latest,

    /** The calls after one of them, oldest first, without those whose ids are given. */
    async listAfter(
      after: number,
      except: readonly number[],
      limit: number,
      filter: CallFilter = {},
    ): Promise<CallEntry[]> {
      let query = select(filter).where("id", ">", after).orderBy("id").limit(limit);
      if (except.length > 0) query = query.where("id", "not in", except);
      return query.execute();
    },

    /** Those of the calls that had not ended, and are no longer as they were. */
    async listChanged(from: (typeof openOutcomes)[number], ids: readonly number[]): Promise<CallEntry[]> {
      if (ids.length === 0) return [];
      return selectCalls(reads).where("id", "in", ids).where("outcome", "!=", from).execute();
    },

    /** Forgets what is older than the days the record is kept, a little at a time, until the signal. */
    prune(keepDays: number, signal?: AbortSignal): Promise<void> {
      const since = Date.now() - keepDays * dayMs;
      return deleteSlowly(store, {
        // Calls are stored nearly in the order of their times: behind the first that is kept there is nothing to forget.
        async find(limit) {
          const oldest = await reads
            .selectFrom("call_record")
            .select(["id as key", "at"])
            .orderBy("id")
            .limit(limit)
            .execute();
          return oldest.filter(({ at }) => at < since);
        },
        remove: (ids) =>
          db
            .deleteFrom("call_record")
            .where("id", ">=", ids[0] as number)
            .where("id", "<=", ids.at(-1) as number)
            .where("at", "<", since)
            .execute(),
        signal,
      });
    },
  };
}

const pauseMs = 200;

/** Tells all followers that there are new calls: immediately, and under load only a few times a second. */
function announceCalls(events: Events): () => void {
  let waiting: NodeJS.Timeout | undefined;
  let again = false;

  function publish() {
    again = false;
    // Followers look again after a while, should this one be lost.
    events.publish("calls").catch(() => {});
    waiting = setTimeout(() => {
      waiting = undefined;
      if (again) publish();
    }, pauseMs).unref();
  }

  return () => {
    if (waiting) again = true;
    else publish();
  };
}
