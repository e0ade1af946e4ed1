import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import SqliteDatabase from "libsql";

/** Checking a file means reading all of it. */
const maxCheckedBytes = 1024 ** 3;

/** Reads a SQLite file, and writes nothing: neither to it nor beside it. */
export function examineSqlite(file: string) {
  // Without a log of writes beside it the file is complete, and even the locks can be left out.
  const mode = existsSync(`${file}-wal`) ? "mode=ro" : "immutable=1";
  const database = new SqliteDatabase(`${pathToFileURL(file).href}?${mode}`);
  try {
    const read = (sql: string) => database.prepare(sql).all() as Record<string, string>[];
    const tables = new Set(read("SELECT name FROM sqlite_master").map(({ name }) => name));
    const check = statSync(file).size > maxCheckedBytes ? undefined : read("PRAGMA quick_check(1)")[0];
    const damage = check && check.quick_check !== "ok" ? check.quick_check : undefined;
    return {
      engine: "SQLite",
      migrations: tables.has("kysely_migration")
        ? read("SELECT name FROM kysely_migration").map(({ name = "" }) => name)
        : [],
      wrappedKey: tables.has("data_key") ? read("SELECT wrapped FROM data_key")[0]?.wrapped : undefined,
      ...(damage !== undefined && { damage }),
    };
  } finally {
    database.close();
  }
}
