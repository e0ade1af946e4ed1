import { type Kysely, type Migration, Migrator } from "kysely";
import { UserError } from "../user-error.ts";
import type { Database } from "./database.ts";
import { migrations as until10 } from "./migrations/0001-0010.ts";
import { migrations as until20 } from "./migrations/0011-0020.ts";
import { migrations as until30 } from "./migrations/0021-0030.ts";
import { migrations as until40 } from "./migrations/0031-0040.ts";
import type { Store } from "./store.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tables of all versions pass through here
export type Migrations = Record<string, (db: Kysely<any>, dialect: Store["dialect"]) => Promise<void>>;

/** Forward only: a migration that has been released is never changed, a new one follows it. They run in the order of their names. */
const migrations: Migrations = { ...until10, ...until20, ...until30, ...until40 };

export const migrationNames: readonly string[] = Object.keys(migrations);

/** Is called with what takes long while a store opens. */
export type OpeningLog = (message: string) => void;

export async function migrate(
  db: Kysely<Database>,
  dialect: Store["dialect"],
  log: OpeningLog = () => {},
): Promise<void> {
  const provided: Record<string, Migration> = {};
  for (const [name, up] of Object.entries(migrations)) {
    provided[name] = { up: (connection) => up(connection, dialect) };
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } });
  const known = await migrator.getMigrations();
  const isOld = known.some(({ executedAt }) => executedAt) && known.some(({ executedAt }) => !executedAt);
  if (isOld)
    log("updating the database to this version: with millions of recorded calls this takes a minute");
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new UserError("The database was made by a newer Toolshed: start that version, or a later one.");
  }
  if (error) throw error;
  if (isOld) log("the database is up to date");
}
