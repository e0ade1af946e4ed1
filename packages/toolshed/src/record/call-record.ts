import { batched } from "../store/batched.ts";
import {
  type CallWrite,
  contains,
  createWriteCalls,
  hasOutcome,
  isOf,
  isOfSource,
  type NewCallEntry,
  type openOutcomes,
} from "../store/call-rows.ts";
import { deleteSlowly } from "../store/delete-slowly.ts";
import type { Events, Store } from "../store/store.ts";
import { isMasked } from "./mask-arguments.ts";
import type { KeptResults } from "./results/kept-results.ts";
import { searchDown } from "./search-down.ts";
import type { Timings } from "./timings.ts";

/** A call as it is kept. */
export type CallEntry = ReturnType<typeof toEntry>;

/** A call with all that is known of it beside its result. */
export interface CallDetail extends CallEntry {
  readonly approval: CallApproval | null;
  /** Whether a result was kept when it ended, and whether only a part of it. */
  readonly resultState: "kept" | "cut" | null;
}

/** The approval that was asked for a call. Decisions are kept for a week. */
export interface CallApproval {
  readonly id: string;
  readonly decision: "waiting" | "approved" | "refused" | "cancelled" | null;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
}

/** Which calls are meant: those that fit all that is given. */
export interface CallFilter {
  /** Absent means everybody's. */
  readonly userId?: string | undefined;
  /** Part of the path. */
  readonly path?: string | undefined;
  /** The first part of the path. */
  readonly source?: string | undefined;
  /** An outcome, or `problem`. */
  readonly outcome?: string | undefined;
  /** Part of the path, the error or the client, in letters of either case. */
  readonly text?: string | undefined;
  /** A trace, a session or a run. */
  readonly trace?: string | undefined;
  /** When it began. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
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

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than any call takes. */
const longestMs = 60 * 60 * 1000;
/** How many ids are looked at in one query, and between how many it is not worth looking. */
const probes = 32;
const precision = 1_000;

interface Bounds {
  readonly first: number;
  readonly latest: number;
}

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
      "trace_id as traceId",
      "run_id as runId",
      "error",
      "timings",
      "result_state as resultState",
      "approval_id as approvalId",
    ])
    // Results are deleted from the oldest on: those of later calls are there.
    .select((row) =>
      row
        .selectFrom("call_result")
        .select((kept) => kept.fn.min("call_id").as("first"))
        .as("firstResult"),
    );

type CallRow = Awaited<ReturnType<ReturnType<typeof selectCalls>["execute"]>>[number];

function toEntry({ resultState, firstResult, approvalId: _, timings, ...call }: CallRow) {
  return {
    ...call,
    timings: timings === null ? null : (JSON.parse(timings) as Timings),
    /** Whether its arguments were masked or cut, so that it can't be made again from them. */
    isMasked: isMasked(call.arguments),
    hasResult: resultState !== null && firstResult !== null && call.id >= firstResult,
  };
}

const toEntries = (rows: readonly CallRow[]): CallEntry[] => rows.map(toEntry);

/**
 * What was called. A call that changes something is stored when it starts, as `started`, and completed when it ends;
 * one that only reads is appended when it has ended. `isAlone` tells that no other write is about to follow, for which it
 * would be worth waiting a moment. `onEnd` is told each call that is about to be stored as ended. Results are handed to
 * `results` when their calls are stored.
 */
export function createCallRecord(
  store: Store,
  onEnd?: (entry: NewCallEntry) => void,
  results?: Pick<KeptResults, "add">,
) {
  const { db, reads } = store;
  const add = batched(createWriteCalls(store));
  const announce = announceCalls(store.events);

  /** The ids of the first and the latest call, of everybody's or one person's. Both in one query would read all between. */
  async function bounds(userId?: string): Promise<Bounds> {
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

  function select({ userId, path, source, outcome, via, endpoint, text, trace, from, to }: CallFilter) {
    let query = selectCalls(reads);
    if (userId !== undefined) query = query.where(isOf(userId, outcome));
    // In place of LIKE, to which the underscores of paths mean something.
    if (path !== undefined)
      query = query.where((row) =>
        row(row.fn("replace", ["path", row.val(path), row.val("")]), "!=", row.ref("path")),
      );
    if (source !== undefined) query = query.where(isOfSource(source));
    if (outcome !== undefined) query = query.where(hasOutcome(outcome));
    if (via !== undefined) query = query.where("via", "=", via);
    if (text !== undefined) query = query.where(contains(store, text));
    if (trace !== undefined)
      query = query.where((row) => row.or([row("trace_id", "=", trace), row("run_id", "=", trace)]));
    if (from !== undefined) query = query.where("at", ">=", from);
    if (to !== undefined) query = query.where("at", "<", to);
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
    const { result, at } = one.entry;
    if (result) results?.add({ id: one.id, at, result });
    announce();
  }

  /** The ids around those that were stored at a time. Calls are stored nearly in the order of their times. */
  async function idsAround(time: number, { first, latest }: Bounds): Promise<{ low: number; high: number }> {
    let [low, high] = [first, latest + 1];
    while (high - low > precision) {
      const step = (high - low) / probes;
      const ids = Array.from({ length: probes }, (_, index) => low + Math.floor(index * step));
      const rows = await reads
        .selectFrom("call_record")
        .select(["id", "at"])
        .where("id", "in", ids)
        .orderBy("id")
        .execute();
      const place = rows.findIndex(({ at }) => at >= time);
      const before = rows.at(place === -1 ? -1 : place - 1);
      const next = {
        low: place === 0 || !before ? low : before.id + 1,
        high: place === -1 ? high : (rows[place]?.id ?? high),
      };
      if (next.low === low && next.high === high) break;
      ({ low, high } = next);
    }
    return { low, high };
  }

  /** Between which ids to search. What took long was stored long after it began. */
  async function searched({ userId, from, to }: CallFilter): Promise<{ first: number; end: number }> {
    const all = await bounds(userId);
    const [start, end] = await Promise.all([
      from === undefined ? undefined : idsAround(from - longestMs, all),
      to === undefined ? undefined : idsAround(to + longestMs, all),
    ]);
    return { first: start?.low ?? all.first, end: end?.high ?? all.latest + 1 };
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
      const { first, end } = await searched(filter);
      const search = searchDown({ from: Math.min(before ?? Infinity, end), to: first });
      const calls: CallEntry[] = [];
      for await (const { top, bottom } of search) {
        const rows = await select(filter)
          .where("id", "<", top)
          .where("id", ">=", bottom)
          .orderBy("id", "desc")
          .limit(limit - calls.length)
          .execute();
        calls.push(...toEntries(rows));
        if (calls.length === limit) return { calls, next: calls.at(-1)?.id ?? null };
      }
      return { calls, next: search.isDone ? null : search.top };
    },

    /** One call, of everybody or one person. */
    async find(id: number, userId?: string): Promise<CallDetail | undefined> {
      const row = await select({ userId }).where("id", "=", id).executeTakeFirst();
      if (!row) return undefined;
      const { resultState, approvalId } = row;
      return {
        ...toEntry(row),
        approval: approvalId === null ? null : await findApproval(reads, approvalId),
        resultState: resultState === null ? null : resultState === 2 ? "cut" : "kept",
      };
    },

    /** The latest calls of a trace, a session or a run, oldest first. */
    async listTrace(trace: string, userId: string | undefined, limit: number): Promise<CallEntry[]> {
      const found = new Map<number, CallEntry>();
      // Each column has an index.
      for (const column of ["trace_id", "run_id"] as const) {
        const rows = await select({ userId })
          .where(column, "=", trace)
          .orderBy("id", "desc")
          .limit(limit)
          .execute();
        for (const row of rows) found.set(row.id, toEntry(row));
      }
      return [...found.values()]
        .sort((a, b) => b.id - a.id)
        .slice(0, limit)
        .sort((a, b) => a.at - b.at || a.id - b.id);
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
      return toEntries(await query.execute());
    },

    /** Those of the calls that had not ended, and are no longer as they were. */
    async listChanged(from: (typeof openOutcomes)[number], ids: readonly number[]): Promise<CallEntry[]> {
      if (ids.length === 0) return [];
      return toEntries(
        await selectCalls(reads).where("id", "in", ids).where("outcome", "!=", from).execute(),
      );
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

async function findApproval(db: Store["db"], id: string): Promise<CallApproval> {
  const row = await db
    .selectFrom("approval")
    .select(["state", "decided_at", "decided_by"])
    .where("id", "=", id)
    .executeTakeFirst();
  const decision = row?.state === "used" ? "approved" : row?.state;
  return {
    id,
    decision: decision ?? null,
    decidedBy: row?.decided_by ?? null,
    decidedAt: row?.decided_at ?? null,
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
