import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../user-error.ts";
import { DatabaseUnreachable } from "./database-unreachable.ts";
import type { OpeningLog } from "./migrate.ts";
import type { Store } from "./store.ts";

/** PostgreSQL where a URL is given, otherwise SQLite in the home. Only the chosen engine is loaded. */
export async function openStore(
  home: string,
  databaseUrl: string | undefined,
  log?: OpeningLog,
): Promise<Store> {
  if (databaseUrl) {
    const { openPostgresStore } = await import("./postgres/postgres-store.ts");
    return openPostgresStore(databaseUrl, { log }).catch((error) => {
      if (error instanceof UserError && !(error instanceof DatabaseUnreachable)) throw error;
      throw new UserError(
        `Cannot open the database of DATABASE_URL (${(error.cause ?? error).code ?? error.message}): check the URL and that the server runs.`,
      );
    });
  }
  const { openSqliteStore } = await import("./sqlite/sqlite-store.ts");
  const file = join(home, "toolshed.db");
  if (statSync(file, { throwIfNoEntry: false })?.size === 0 && !existsSync(`${file}-wal`)) {
    throw new UserError(
      `The database ${file} is empty (0 bytes), so something has truncated it. Restore a backup with "toolshed restore <file> --force", or delete it to start with an empty one.`,
    );
  }
  // Made before SQLite makes it, which would let others read it. SQLite gives its other files the same mode.
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  return openSqliteStore(file, log).catch((error) => {
    // Such as on a full disk. The next start must not take it for a damaged one.
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
    throw error;
  });
}
