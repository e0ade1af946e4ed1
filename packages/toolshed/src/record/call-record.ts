import { batchedInsert } from "../store/batched-insert.ts";
import type { Store } from "../store/store.ts";
import { announceCalls } from "./announce-calls.ts";
import type { CallEntry } from "./call-entry.ts";
import type { CallFilter } from "./call-filter.ts";

export interface CallRecord {
  /** `isAlone` tells that no other is about to follow, for which it would be worth waiting a moment. */
  append(entry: Omit<CallEntry, "id">, isAlone?: boolean): Promise<void>;
  /** The latest calls, newest first; with `before`, the latest of those before that one. */
  list(filter: CallFilter, page: { limit: number; before?: number | undefined }): Promise<CallEntry[]>;
  /** The calls after one of them, oldest first, without those whose ids are given. */
  listAfter(
    filter: CallFilter,
    page: { limit: number; after: number; except: readonly number[] },
  ): Promise<CallEntry[]>;
  /** Forgets what is older than the days the record is kept. */
  prune(keepDays: number): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

const columns = [
  "at",
  "user_id",
  "via",
  "client",
  "path",
  "outcome",
  "duration_ms",
  "result_bytes",
  "arguments",
  "connection",
] as const;

export function createCallRecord(store: Store): CallRecord {
  const { db } = store;
  const insert = batchedInsert(store, "call_record", columns);
  const announce = announceCalls(store.events);

  function select({ userId, path, outcome, via }: CallFilter) {
    let query = db.selectFrom("call_record").select(["id", ...columns]);
    if (userId !== undefined) query = query.where("user_id", "=", userId);
    // In place of LIKE, to which the underscores of paths mean something.
    if (path !== undefined)
      query = query.where((row) =>
        row(row.fn("replace", ["path", row.val(path), row.val("")]), "!=", row.ref("path")),
      );
    if (outcome !== undefined) query = query.where("outcome", "=", outcome);
    if (via !== undefined) query = query.where("via", "=", via);
    return query;
  }

  return {
    async append(entry, isAlone) {
      // Named one by one: at every call, taking objects apart would cost more than all the rest here.
      await insert(
        {
          at: entry.at,
          user_id: entry.userId,
          via: entry.via,
          client: entry.client,
          path: entry.path,
          outcome: entry.outcome,
          duration_ms: entry.durationMs,
          result_bytes: entry.resultBytes,
          arguments: entry.arguments,
          connection: entry.connection,
        },
        isAlone,
      );
      announce();
    },

    async list(filter, { limit, before }) {
      let query = select(filter).orderBy("id", "desc").limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      return (await query.execute()).map(toEntry);
    },

    async listAfter(filter, { limit, after, except }) {
      let query = select(filter).where("id", ">", after).orderBy("id").limit(limit);
      if (except.length > 0) query = query.where("id", "not in", except);
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
