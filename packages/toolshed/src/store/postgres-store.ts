import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import { createLocalEvents } from "./local-events.ts";
import { createLocalLocks } from "./local-locks.ts";
import { migrate } from "./migrate.ts";
import type { Store } from "./store.ts";

// PostgreSQL answers bigint as text; our only bigints are times, which fit a number.
const bigintType = 20;
const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === bigintType
      ? Number
      : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

export async function openPostgresStore(url: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString: url, types });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on("error", () => {});

  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db, "postgres");
  return {
    dialect: "postgres",
    db,
    events: createLocalEvents(),
    withLock: createLocalLocks(),
    close: () => db.destroy(),
  };
}
