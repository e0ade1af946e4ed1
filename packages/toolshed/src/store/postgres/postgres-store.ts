import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import type { Database } from "../database.ts";
import { DatabaseUnreachable, toStoreError } from "../database-unreachable.ts";
import { migrate, type OpeningLog } from "../migrate.ts";
import { FullDisk } from "../sqlite/full-disk.ts";
import { type Store, writeByKysely } from "../store.ts";
import { createPostgresEvents } from "./postgres-events.ts";
import { createPostgresLocks } from "./postgres-locks.ts";
import { openPostgresSession } from "./postgres-session.ts";

// PostgreSQL answers bigint as text; our only bigints are times and counts, which fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const connectTimeoutMs = 5_000;
const queryTimeoutMs = 30_000;
const maxReaders = 2;

export interface PostgresOptions {
  readonly log?: OpeningLog | undefined;
}

export async function openPostgresStore(url: string, { log }: PostgresOptions = {}): Promise<Store> {
  const unhurried = { connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true };
  const config = {
    ...unhurried,
    statement_timeout: queryTimeoutMs,
    // When the network swallows everything the server's timeout does not reach us.
    query_timeout: queryTimeoutMs + 1_000,
  };
  const fullDisk = new FullDisk();
  const db = openDatabase(config, fullDisk);
  // Apart from the others, so that long reads never take the last connection from a call.
  const reads = openDatabase({ ...config, max: maxReaders }, fullDisk);
  const { events, change, listen } = createPostgresEvents(db);
  const session = await openPostgresSession(config, listen).catch(async (error) => {
    await Promise.all([db.destroy(), reads.destroy()]);
    throw error;
  });
  const withLock = createPostgresLocks(session);
  const close = async () => {
    await session.close();
    await Promise.all([db.destroy(), reads.destroy()]);
  };

  try {
    await withLock("migrations", async () => {
      const migrated = openDatabase({ ...unhurried, max: 1 }, fullDisk);
      await migrate(migrated, "postgres", log).finally(() => migrated.destroy());
    });
    await events.catchUp();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: "postgres",
    db,
    reads,
    events,
    change,
    write: (queries) => writeByKysely(db, queries),
    withLock,
    fullDisk,
    close,
  };
}

function openDatabase(config: pg.PoolConfig, fullDisk: FullDisk): Kysely<Database> {
  const pool = new pg.Pool(config);
  // An idle connection that breaks is replaced by the pool, and a query under way fails; unheard, the events would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: guardPool(pool, fullDisk) }) });
}

/** Tells errors of the way to the database from those of a query, and lets no broken connection back into the pool. */
function guardPool(pool: pg.Pool, fullDisk: FullDisk): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw toStoreError(error);
      });
      let isBroken = false;
      // Kysely's other way to query is by cursors, which nothing here uses.
      const query = (text: string, values: unknown[]) =>
        client.query(text, values).catch((error) => {
          const known = toStoreError(fullDisk.note(error));
          isBroken ||= known instanceof DatabaseUnreachable;
          throw known;
        });
      return { query: query as never, release: () => client.release(isBroken) };
    },
    end: () => pool.end(),
  };
}
