import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SqliteDatabase from "libsql";
import { privateFile } from "../home/private-file.ts";
import { UserError } from "../user-error.ts";

const databaseFile = "toolshed.db";
/** What a home keeps beside its database and needs again elsewhere. */
const keptFiles = ["local-token", "plugins.json", "secret"];

/**
 * Writes a copy of a home as one file: its database, as it is at this moment, with the home's small files in a table
 * of their own. A gateway may be running. Tells whether the secret is in it, without which its credentials cannot be opened.
 */
export function writeBackup(home: string, file: string, withSecret: boolean): { hasSecret: boolean } {
  if (existsSync(file)) throw new UserError(`${file} exists already: give another name.`);
  const folder = dirname(file);
  if (!existsSync(folder)) {
    throw new UserError(`The folder ${folder} does not exist. Create it, or give another path.`);
  }
  const source = join(home, databaseFile);
  if (!existsSync(source))
    throw new UserError(`There is no database in ${home}: start a gateway on it first.`);

  // Made where only we can read it before it has any content, and given its name when it is whole.
  const draft = `${file}.part`;
  try {
    rmSync(draft, { force: true });
    // SQLite would blame the database.
    writeFileSync(draft, "", { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `Couldn't write to ${folder} (${code}). Check its permissions, or give another path.`,
    );
  }
  const database = new SqliteDatabase(source);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    const before = process.umask(0o077);
    try {
      database.prepare("VACUUM INTO ?").run(draft);
    } finally {
      process.umask(before);
    }
  } finally {
    database.close();
  }

  const copy = new SqliteDatabase(draft);
  copy.exec("CREATE TABLE backup_file (name TEXT PRIMARY KEY, content TEXT NOT NULL)");
  let hasSecret = false;
  for (const name of keptFiles) {
    if (name === "secret" && !withSecret) continue;
    const content = privateFile(join(home, name)).read();
    if (content === undefined) continue;
    copy.prepare("INSERT INTO backup_file VALUES (?, ?)").run(name, content);
    hasSecret ||= name === "secret";
  }
  copy.close();
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return { hasSecret };
}

/**
 * Makes the home what it was when the backup was written. What is there already is refused, or moved to the folder
 * that is returned. The caller owns the home.
 */
export function restoreBackup(file: string, home: string, force: boolean): { movedTo?: string } {
  const files = readFiles(file);
  const present = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`, ...keptFiles].filter((name) =>
    existsSync(join(home, name)),
  );
  if (present.includes(databaseFile) && !force) {
    throw new UserError(
      `${home} has data already: add --force to move it aside, or set TOOLSHED_HOME to another folder.`,
    );
  }

  const draft = join(home, `${databaseFile}.restored`);
  rmSync(draft, { force: true });
  const backup = new SqliteDatabase(file, { readonly: true });
  backup.prepare("VACUUM INTO ?").run(draft);
  backup.close();
  const database = new SqliteDatabase(draft);
  database.exec("DROP TABLE backup_file");
  database.close();
  chmodSync(draft, 0o600);

  let movedTo: string | undefined;
  if (present.length > 0) {
    movedTo = join(home, `before-restore-${new Date().toISOString().replaceAll(":", "-")}`);
    mkdirSync(movedTo, { mode: 0o700 });
    for (const name of present) renameSync(join(home, name), join(movedTo, name));
  }
  for (const { name, content } of files) privateFile(join(home, name)).write(content);
  renameSync(draft, join(home, databaseFile));
  return movedTo === undefined ? {} : { movedTo };
}

function readFiles(file: string): { name: string; content: string }[] {
  if (!existsSync(file)) throw new UserError(`There is no file ${file}.`);
  const notOne = new UserError(`${basename(file)} is damaged, or no backup of Toolshed.`);
  let backup: SqliteDatabase.Database | undefined;
  try {
    backup = new SqliteDatabase(file, { readonly: true });
    const [check] = backup.prepare("PRAGMA integrity_check").all() as { integrity_check: string }[];
    if (check?.integrity_check !== "ok") throw notOne;
    const rows = backup.prepare("SELECT name, content FROM backup_file").all() as {
      name: string;
      content: string;
    }[];
    return rows.filter(({ name }) => keptFiles.includes(name));
  } catch {
    throw notOne;
  } finally {
    backup?.close();
  }
}
