import { Kysely, SqliteDialect } from "kysely";
import SqliteDatabase from "libsql";
import type { Database } from "../database.ts";
import { createLocalEvents } from "../local-events.ts";
import { createLocalLocks } from "../local-locks.ts";
import { migrate, type OpeningLog } from "../migrate.ts";
import { type Rows, type Store, writeByKysely } from "../store.ts";
import { Checkpoints } from "./checkpoints.ts";
import { FullDisk } from "./full-disk.ts";
import { readThreadDialect } from "./read-thread.ts";

export async function openSqliteStore(file: string, log?: OpeningLog): Promise<Store> {
  const database = new SqliteDatabase(file);
  // The busy timeout comes first: changing the journal mode needs a lock that another process may hold.
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA foreign_keys = ON");

  // Checkpoints are made by a thread. This, a gigabyte, is for when it cannot: it takes seconds in which nothing else is done.
  database.exec("PRAGMA wal_autocheckpoint = 262144");

  const fullDisk = new FullDisk();
  const checkpoints = file === ":memory:" ? undefined : new Checkpoints(file);
  const reusing = reuseStatements(database, fullDisk, checkpoints);
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: reusing }) });
  await migrate(db, "sqlite", log);
  // What is only in memory is known to this connection alone.
  const reads = file === ":memory:" ? db : new Kysely<Database>({ dialect: readThreadDialect(file) });
  const events = createLocalEvents();
  return {
    dialect: "sqlite",
    db,
    reads,
    events,
    async change(topic, action) {
      const result = await db.transaction().execute(action);
      await events.publish(topic);
      return result;
    },
    async write(queries) {
      // Another transaction may be open between two turns of the event loop: this one must not become part of it.
      if (database.inTransaction) return writeByKysely(db, queries);
      if (queries.length > 1) database.exec("BEGIN");
      try {
        const answers = queries.map(({ sql, parameters }) => runStatement(reusing.prepare(sql), parameters));
        if (queries.length > 1) database.exec("COMMIT");
        return answers;
      } catch (error) {
        if (database.inTransaction) database.exec("ROLLBACK");
        throw fullDisk.note(error);
      }
    },
    withLock: createLocalLocks(),
    fullDisk,
    async close() {
      if (reads !== db) await reads.destroy();
      await checkpoints?.close();
      emptyLog(database);
      await db.destroy();
    },
  };
}

/** Closing a connection with prepared statements leaves the whole log behind. A full disk can prevent this, and loses nothing. */
function emptyLog(database: SqliteDatabase.Database): void {
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {}
}

function runStatement(statement: SqliteDatabase.Statement, parameters: readonly unknown[]): Rows {
  if (statement.reader) return statement.all(parameters) as Rows;
  statement.run(parameters);
  return [];
}

const maxStatements = 500;

/** Preparing a statement costs more than running it, and Kysely prepares each query every time. */
function reuseStatements(
  database: SqliteDatabase.Database,
  fullDisk: FullDisk,
  checkpoints: Checkpoints | undefined,
): SqliteDatabase.Database {
  const statements = new Map<string, SqliteDatabase.Statement>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) {
      const isWriting = /^\s*(insert|update|delete)\b/i.test(sql);
      statement = noteWrites(database.prepare(sql), fullDisk, isWriting ? checkpoints : undefined);
      if (statements.size === maxStatements) statements.clear();
      statements.set(sql, statement);
    }
    return statement;
  };
  return Object.assign(Object.create(database), { prepare, close: () => database.close() });
}

const changesOf = (answer: unknown): number | undefined =>
  typeof answer === "object" && answer !== null && "changes" in answer ? Number(answer.changes) : undefined;

/** Kysely runs all its queries, also begin and commit, by these two. */
function noteWrites(
  statement: SqliteDatabase.Statement,
  fullDisk: FullDisk,
  checkpoints: Checkpoints | undefined,
): SqliteDatabase.Statement {
  const noting =
    <Args extends unknown[], Answer>(run: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      try {
        const answer = run.apply(statement, args);
        const [parameters] = args;
        if (Array.isArray(parameters)) checkpoints?.note(parameters, changesOf(answer));
        return answer;
      } catch (error) {
        throw fullDisk.note(error);
      }
    };
  return Object.assign(Object.create(statement), {
    run: noting(statement.run),
    all: noting(statement.all),
  });
}
