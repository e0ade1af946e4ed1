import { CompiledQuery, type Insertable } from "kysely";
import type { Database } from "./database.ts";
import type { Store } from "./store.ts";

/** SQLite runs a prepared statement in microseconds, and keeps one for each count; PostgreSQL has to be waited for each time. */
const rowsPerStatement = { sqlite: 20, postgres: 100 };

/**
 * Inserts rows that are written at every call. Queries are built once, and the rows of one turn of the event loop
 * share a transaction: each waits for it, so that what is acknowledged is stored, and none pays for it alone. One that
 * says that no other is about to follow does not wait.
 */
export function batchedInsert<Table extends keyof Database, Column extends keyof Database[Table] & string>(
  { db, dialect, write }: Store,
  table: Table,
  columns: readonly Column[],
): (
  row: Pick<Insertable<Database[Table]>, Column & keyof Insertable<Database[Table]>>,
  isAlone?: boolean,
) => Promise<void> {
  const blank = Object.fromEntries(columns.map((column) => [column, null]));
  const sqlByCount = new Map<number, string>();
  let batch: unknown[][] = [];
  let flushed: Promise<void> | undefined;
  /** Whether there was a row in this turn or the one before, after which there are likely to be more. */
  let isBusy = false;
  let hasNewRow = false;

  function sqlFor(count: number): string {
    const known = sqlByCount.get(count);
    if (known !== undefined) return known;
    const rows = Array.from({ length: count }, () => blank);
    const { sql } = db
      .insertInto(table)
      .values(rows as never)
      .compile();
    sqlByCount.set(count, sql);
    return sql;
  }

  function toQueries(rows: unknown[][]): CompiledQuery[] {
    const queries: CompiledQuery[] = [];
    for (let start = 0; start < rows.length; start += rowsPerStatement[dialect]) {
      const some = rows.slice(start, start + rowsPerStatement[dialect]);
      queries.push(CompiledQuery.raw(sqlFor(some.length), some.flat()));
    }
    return queries;
  }

  function writeBatch(): Promise<void> {
    const queries = toQueries(batch);
    batch = [];
    return write(queries);
  }

  function watch(): void {
    hasNewRow = true;
    if (isBusy) return;
    isBusy = true;
    const look = () => {
      isBusy = hasNewRow;
      hasNewRow = false;
      if (isBusy) setImmediate(look);
    };
    setImmediate(look);
  }

  async function flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    flushed = undefined;
    await writeBatch();
  }

  return (row, isAlone = false) => {
    batch.push(columns.map((column) => (row as Record<string, unknown>)[column]));
    const isWaitedFor = flushed !== undefined || isBusy || !isAlone;
    watch();
    if (!isWaitedFor) return writeBatch();
    flushed ??= flush();
    return flushed;
  };
}
