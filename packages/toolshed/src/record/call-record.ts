import { randomUUID } from "node:crypto";
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

export function createCallRecord({ db }: Store): CallRecord {
  return {
    async append(entry) {
      await db
        .insertInto("call_record")
        .values({
          id: randomUUID(),
          at: entry.at,
          user_id: entry.userId,
          via: entry.via,
          client: entry.client,
          path: entry.path,
          outcome: entry.outcome,
          duration_ms: entry.durationMs,
          result_bytes: entry.resultBytes,
          arguments: entry.arguments,
        })
        .execute();
    },

    async list(userId, limit) {
      const rows = await db
        .selectFrom("call_record")
        .selectAll()
        .where("user_id", "=", userId)
        .orderBy("at", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        at: row.at,
        userId: row.user_id,
        via: row.via,
        client: row.client,
        path: row.path,
        outcome: row.outcome,
        durationMs: row.duration_ms,
        resultBytes: row.result_bytes,
        arguments: row.arguments,
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
