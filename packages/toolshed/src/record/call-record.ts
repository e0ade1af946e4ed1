import { batchedInsert } from "../store/batched-insert.ts";
import type { Store } from "../store/store.ts";

export interface CallEntry {
  readonly at: number;
  readonly userId: string;
  readonly via: string;
  readonly client: string;
  readonly path: string;
  readonly outcome: string;
  readonly durationMs: number;
  readonly resultBytes: number;
  readonly arguments: string;
}

export interface CallRecord {
  append(entry: CallEntry): Promise<void>;
  /** The latest calls of a user, newest first. */
  list(userId: string, limit: number): Promise<CallEntry[]>;
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
] as const;

export function createCallRecord(store: Store): CallRecord {
  const { db } = store;
  const insert = batchedInsert(store, "call_record", columns);

  return {
    append: ({ userId, durationMs, resultBytes, ...entry }) =>
      insert({ ...entry, user_id: userId, duration_ms: durationMs, result_bytes: resultBytes }),

    async list(userId, limit) {
      const rows = await db
        .selectFrom("call_record")
        .select(columns)
        .where("user_id", "=", userId)
        .orderBy("at", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ user_id, duration_ms, result_bytes, ...row }) => ({
        ...row,
        userId: user_id,
        durationMs: duration_ms,
        resultBytes: result_bytes,
      }));
    },

    async prune(keepDays) {
      await db
        .deleteFrom("call_record")
        .where("at", "<", Date.now() - keepDays * dayMs)
        .execute();
    },
  };
}
