import { sql } from "kysely";
import { batched } from "../store/batched.ts";
import type { Store } from "../store/store.ts";
import { announceCalls } from "./announce-calls.ts";
import type { CallEntry } from "./call-entry.ts";
import type { CallFilter } from "./call-filter.ts";
import { type CallWrite, callColumns, createWriteCalls } from "./write-calls.ts";

/**
 * What was called. A call that changes something is stored when it starts, as `started`, and completed when it ends;
 * one that only reads is appended when it has ended. `isAlone` tells that no other write is about to follow, for which it
 * would be worth waiting a moment.
 */
export interface CallRecord {
  append(entry: Omit<CallEntry, "id">, isAlone?: boolean): Promise<void>;
  /** Gives its id. */
  start(entry: Omit<CallEntry, "id">, isAlone?: boolean): Promise<number>;
  /** Stores how it ended: its outcome, duration, size and arguments. */
  complete(id: number, entry: Omit<CallEntry, "id">, isAlone?: boolean): Promise<void>;
  /** Marks the calls as `unknown` that started before a time and of which nobody can tell how they ended. */
  settle(startedBefore: number): Promise<void>;
  /** The latest calls, newest first; with `before`, the latest of those before that one. */
  list(filter: CallFilter, page: { limit: number; before?: number | undefined }): Promise<CallEntry[]>;
  /** The id of the latest call, or 0. */
  latest(): Promise<number>;
  /** Everybody's calls after one of them, oldest first, without those whose ids are given. */
  listAfter(page: { limit: number; after: number; except: readonly number[] }): Promise<CallEntry[]>;
  /** Those of the calls that are no longer running. */
  listEnded(ids: readonly number[]): Promise<CallEntry[]>;
  /** Forgets what is older than the days the record is kept. */
  prune(keepDays: number): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createCallRecord(store: Store): CallRecord {
  const { db } = store;
  const add = batched(createWriteCalls(store));
  const announce = announceCalls(store.events);

  function select({ userId, path, outcome, via }: CallFilter) {
    let query = db.selectFrom("call_record").select(["id", ...callColumns]);
    if (userId !== undefined) query = query.where("user_id", "=", userId);
    // In place of LIKE, to which the underscores of paths mean something.
    if (path !== undefined)
      query = query.where((row) =>
        row(row.fn("replace", ["path", row.val(path), row.val("")]), "!=", row.ref("path")),
      );
    if (outcome !== undefined) query = query.where(hasOutcome(outcome));
    if (via !== undefined) query = query.where("via", "=", via);
    return query;
  }

  async function write(one: CallWrite, isAlone: boolean | undefined): Promise<void> {
    await add(one, isAlone);
    announce();
  }

  return {
    append: (entry, isAlone) => write({ kind: "append", entry, id: 0 }, isAlone),

    async start(entry, isAlone) {
      const started: CallWrite = { kind: "start", entry, id: 0 };
      await write(started, isAlone);
      return started.id;
    },

    complete: (id, entry, isAlone) => write({ kind: "complete", entry, id }, isAlone),

    async settle(startedBefore) {
      const { numUpdatedRows } = await db
        .updateTable("call_record")
        .set({ outcome: "unknown" })
        .where(hasOutcome("started"))
        .where("at", "<", startedBefore)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) announce();
    },

    async list(filter, { limit, before }) {
      let query = select(filter).orderBy("id", "desc").limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      return (await query.execute()).map(toEntry);
    },

    async latest() {
      const row = await db
        .selectFrom("call_record")
        .select("id")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.id ?? 0;
    },

    async listAfter({ limit, after, except }) {
      let query = select({}).where("id", ">", after).orderBy("id").limit(limit);
      if (except.length > 0) query = query.where("id", "not in", except);
      return (await query.execute()).map(toEntry);
    },

    async listEnded(ids) {
      const query = select({}).where("id", "in", ids).where("outcome", "!=", "started");
      return (await query.execute()).map(toEntry);
    },

    async prune(keepDays) {
      const since = Date.now() - keepDays * dayMs;
      // Calls are stored nearly in the order of their times: this reads what is to go, and nothing more.
      const kept = await db
        .selectFrom("call_record")
        .select("id")
        .where("at", ">=", since)
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      let old = db.deleteFrom("call_record").where("at", "<", since);
      if (kept) old = old.where("id", "<", kept.id);
      await old.execute();
    },
  };
}

/** Says in the words of the index that it is one of the few that are not `ok`. */
const hasOutcome = (outcome: string) =>
  outcome === "ok"
    ? sql<boolean>`outcome = ${outcome}`
    : sql<boolean>`(outcome = ${outcome} and outcome <> 'ok')`;

function toEntry({
  user_id,
  duration_ms,
  result_bytes,
  ...row
}: Omit<CallEntry, "userId" | "durationMs" | "resultBytes"> & {
  user_id: string;
  duration_ms: number;
  result_bytes: number;
}): CallEntry {
  return { ...row, userId: user_id, durationMs: duration_ms, resultBytes: result_bytes };
}
