import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { migrationNames } from "./migrate.ts";

/** What can be learned about a store from outside, without changing it. */
export interface StoreReport {
  readonly engine: string;
  /** Migrations that this version doesn't know: a newer one ran them. */
  readonly unknown: number;
  /** Migrations that the next start runs. */
  readonly pending: number;
  /** The key of all credentials, as the gateway's secret has wrapped it. Absent in a store without credentials. */
  readonly wrappedKey?: string | undefined;
  /** The time of its server, where that has a clock of its own. */
  readonly clockMs?: number;
  /** What SQLite found wrong with the file. */
  readonly damage?: string;
  readonly sizeBytes?: number;
}

/** What an engine is asked. */
export interface StoreReader {
  readonly migrations: readonly string[];
  readonly wrappedKey: string | undefined;
}

export const sqliteFile = (home: string): string => join(home, "toolshed.db");

/** Returns nothing if there is no database yet. Throws if it can't be opened or read. */
export async function examineStore(
  home: string,
  databaseUrl: string | undefined,
): Promise<StoreReport | undefined> {
  if (databaseUrl) {
    const { examinePostgres } = await import("./postgres/examine-postgres.ts");
    return toReport(await examinePostgres(databaseUrl));
  }
  const file = sqliteFile(home);
  if (!existsSync(file)) return undefined;
  const { examineSqlite } = await import("./sqlite/examine-sqlite.ts");
  return toReport({ ...examineSqlite(file), sizeBytes: statSync(file).size });
}

function toReport<Rest extends { engine: string }>({
  migrations,
  ...rest
}: StoreReader & Rest): Omit<StoreReader & Rest, "migrations"> & StoreReport {
  const done = new Set(migrations);
  return {
    ...rest,
    unknown: migrations.filter((name) => !migrationNames.includes(name)).length,
    pending: migrationNames.filter((name) => !done.has(name)).length,
  };
}
