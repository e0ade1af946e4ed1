import type { CompiledQuery, Kysely } from "kysely";
import type { AccountDate, Database } from "./database.ts";
import type { FullDisk } from "./sqlite/full-disk.ts";

/**
 * Runs the action while no other one with this name runs, in this or any other process on the store. Rejects if another
 * process does not let go for a minute. The end of a process, or of its way to the database, lifts its locks.
 */
export type WithLock = <T>(name: string, action: () => Promise<T>) => Promise<T>;

/**
 * Changes what other parts keep in memory: one transaction runs the action and announces that the topic has changed,
 * so that neither happens without the other.
 */
export type Change = <T>(topic: string, action: (db: Kysely<Database>) => Promise<T>) => Promise<T>;

/** Tells every process on the store, this one included, that something has changed. */
export interface Events {
  /**
   * The detail is short, such as an id: listeners read the rest from the store. Listeners of this process have
   * heard it when the call returns, those of others soon after it resolves, and surely before their next `catchUp` does.
   */
  publish(topic: string, detail?: string): Promise<void>;
  /**
   * Listens until the returned function is called. An empty detail means that anything of the topic may have changed.
   * A listener may hear of a change twice, and must not throw.
   */
  subscribe(topic: string, listener: (detail: string) => void): () => void;
  /** Resolves when the listeners of this process have heard whatever any process has published before. */
  catchUp(): Promise<void>;
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Where everything is kept. What a write has acknowledged survives the end of the process.
 * Rejects with `DatabaseUnreachable` while the database cannot be reached, and recovers automatically.
 * `close` waits for queries under way; afterwards every query fails.
 */
export interface Store {
  readonly dialect: "sqlite" | "postgres";
  readonly db: Kysely<Database>;
  /** For reads that may take long, such as lists: beside everything else, and without transactions. */
  readonly reads: Kysely<Database>;
  readonly events: Events;
  readonly change: Change;
  /** Runs writes that are all done or none, in less time than by `db`. Gives the rows that each returns. */
  write(queries: readonly CompiledQuery[]): Promise<Rows[]>;
  readonly withLock: WithLock;
  /** What its writes have noticed. */
  readonly fullDisk: FullDisk;
  close(): Promise<void>;
}

/** Runs the writes in one transaction. */
export async function writeByKysely(
  db: Kysely<Database>,
  queries: readonly CompiledQuery[],
): Promise<Rows[]> {
  const run = async (on: Kysely<Database>) => {
    const answers: Rows[] = [];
    for (const query of queries) answers.push((await on.executeQuery(query)).rows as Rows);
    return answers;
  };
  return queries.length === 1 ? run(db) : db.transaction().execute(run);
}

/** A time as the tables of the account library hold it. */
export function accountDate({ dialect }: Store, timeMs: number): AccountDate {
  const date = new Date(timeMs);
  return dialect === "sqlite" ? date.toISOString() : date;
}

interface Changed {
  readonly numDeletedRows?: bigint;
  readonly numUpdatedRows?: bigint;
  readonly numInsertedOrUpdatedRows?: bigint | undefined;
}

/** Runs a query that changes rows, and tells whether it changed any. */
export async function hasChanged(query: { executeTakeFirstOrThrow(): Promise<Changed> }): Promise<boolean> {
  const { numDeletedRows, numUpdatedRows, numInsertedOrUpdatedRows } = await query.executeTakeFirstOrThrow();
  return (numDeletedRows ?? numUpdatedRows ?? numInsertedOrUpdatedRows ?? 0n) > 0n;
}
