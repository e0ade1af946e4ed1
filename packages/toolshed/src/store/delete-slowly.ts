import { setTimeout as sleep } from "node:timers/promises";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Store } from "./store.ts";

export interface SlowDeletion<Key> {
  /** Finds rows to delete. Reads by `reads`: there may be no index for it. */
  find(limit: number): Promise<readonly { readonly key: Key }[]>;
  /** Deletes those of the rows that are still to be deleted. */
  remove(keys: readonly Key[]): Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

const maxFound = 5_000;
const maxSliceSize = 250;
/** What a deletion should take, and how much longer the pause after it is. */
const wantedMs = 2;
const pauseFactor = 2;
const leastPauseMs = 5;

/**
 * Deletes any number of rows, a few at a time. SQLite deletes on the main thread, where a row may take microseconds or, if
 * it has to be read from the disk, a millisecond: the size of each slice follows from how long the last one took.
 */
export async function deleteSlowly<Key>(
  { dialect }: Store,
  { find, remove, signal }: SlowDeletion<Key>,
): Promise<void> {
  let sliceSize = dialect === "sqlite" ? 20 : maxSliceSize;
  let found: readonly { readonly key: Key }[];
  do {
    found = await find(maxFound);
    for (let start = 0; start < found.length; ) {
      if (signal?.aborted) return;
      const keys = found.slice(start, start + sliceSize).map(({ key }) => key);
      const began = performance.now();
      await remove(keys);
      const tookMs = performance.now() - began;
      start += keys.length;
      if (dialect === "sqlite") sliceSize = nextCount(sliceSize, tookMs);
      await sleep(Math.max(leastPauseMs, pauseFactor * tookMs));
    }
  } while (found.length === maxFound);
}

function nextCount(count: number, tookMs: number): number {
  if (tookMs > wantedMs) return Math.max(1, count >> 1);
  return tookMs < wantedMs / 2 ? Math.min(maxSliceSize, count * 2) : count;
}

/** Deletes the rows of a table for which the condition is true, a few at a time. */
export function deleteWhere<Table extends keyof Database>(
  store: Store,
  table: Table,
  key: string & keyof Database[Table],
  condition: (row: ExpressionBuilder<Database, Table>) => Expression<SqlBool>,
  signal?: AbortSignal,
): Promise<void> {
  const keys = sql.ref<string>(key);
  // A query of any table takes the condition on its own rows, which types of queries cannot say.
  const [from, where] = [table as "verification", condition as never];
  return deleteSlowly(store, {
    find: (limit) => store.reads.selectFrom(from).select(keys.as("key")).where(where).limit(limit).execute(),
    remove: (old) => store.db.deleteFrom(from).where(keys, "in", old).where(where).execute(),
    signal,
  });
}
