import { join } from "node:path";
import SqliteDatabase from "libsql";

export interface Ownership {
  release(): void;
}

/**
 * Makes this process the only owner of the home, or returns nothing if another one is.
 * The mark is a lock that the operating system holds and lifts however the process ends, so it is never stale.
 */
export function ownHome(home: string): Ownership | undefined {
  const database = new SqliteDatabase(join(home, "owner.lock"));
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
