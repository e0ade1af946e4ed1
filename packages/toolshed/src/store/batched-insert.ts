import { CompiledQuery, type Insertable } from "kysely";
import type { Database } from "./database.ts";
import type { Store } from "./store.ts";

/**
 * Inserts rows that are written at every call. The query is built once, and the rows of one turn of the event loop
 * share a transaction: each waits for it, so that what is acknowledged is stored, and none pays for it alone.
 */
export function batchedInsert<Table extends keyof Database, Column extends keyof Database[Table] & string>(
  { db }: Store,
  table: Table,
  columns: readonly Column[],
): (row: Pick<Insertable<Database[Table]>, Column & keyof Insertable<Database[Table]>>) => Promise<void> {
  const blank = Object.fromEntries(columns.map((column) => [column, null]));
  const { sql } = db
    .insertInto(table)
    .values(blank as never)
    .compile();
  let batch: unknown[][] = [];
  let flushed: Promise<void> | undefined;

  async function flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const rows = batch;
    batch = [];
    flushed = undefined;
    const queries = rows.map((values) => CompiledQuery.raw(sql, values));
    if (queries.length === 1 && queries[0]) {
      await db.executeQuery(queries[0]);
      return;
    }
    await db.transaction().execute(async (transaction) => {
      for (const query of queries) await transaction.executeQuery(query);
    });
  }

  return (row) => {
    batch.push(columns.map((column) => (row as Record<string, unknown>)[column]));
    flushed ??= flush();
    return flushed;
  };
}
