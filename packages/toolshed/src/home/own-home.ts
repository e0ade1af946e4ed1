import { join } from "node:path";
import SqliteDatabase from "libsql";
import { UserError } from "../user-error.ts";

export interface Ownership {
  release(): void;
}

/**
 * Makes this process the only owner of the home, or returns nothing if another one is.
 * The mark is a lock that the operating system holds and lifts however the process ends, so it is never stale.
 */
export function ownHome(home: string): Ownership | undefined {
  const file = join(home, "owner.lock");
  const database = new SqliteDatabase(file);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    const { code = "" } = error as { code?: string };
    if (code === "SQLITE_BUSY") return undefined;
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
      throw new UserError(
        `The file ${file} is damaged. It holds no data: make sure that no gateway runs on this home, delete the file and start again.`,
      );
    }
    throw error;
  }
  return { release: () => database.close() };
}
