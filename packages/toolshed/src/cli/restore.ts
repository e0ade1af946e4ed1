import { resolve } from "node:path";
import { homeFolder, makeHome } from "../home/home.ts";
import { ownHome } from "../home/own-home.ts";
import { restoreBackup } from "../store/backup.ts";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";

export async function restore(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, { force: { type: "boolean" } });
  const [file] = positionals;
  if (file === undefined) throw new UserError('Name the backup: "npx toolshed restore toolshed.backup".');
  if (process.env.DATABASE_URL) {
    throw new UserError(
      'The data is in PostgreSQL: stop the gateways and restore it with "pg_restore --clean --if-exists --dbname=$DATABASE_URL toolshed.dump".',
    );
  }

  const home = homeFolder(process.env);
  makeHome(home);
  const ownership = ownHome(home);
  if (!ownership) throw new UserError(`A gateway runs on ${home}: end it with "npx toolshed stop" first.`);
  try {
    const { movedTo } = restoreBackup(resolve(file), home, values.force ?? false);
    process.stdout.write(`Restored ${home}.${movedTo ? `\nWhat was there before is in ${movedTo}.` : ""}\n`);
  } finally {
    ownership.release();
  }
}
