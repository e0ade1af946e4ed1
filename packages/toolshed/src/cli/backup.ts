import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { homeFolder } from "../home/home.ts";
import { writeBackup } from "../store/backup.ts";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";

export async function backup(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, { "without-secret": { type: "boolean" } });
  if (process.env.DATABASE_URL) {
    throw new UserError(
      'The data is in PostgreSQL: back it up with "pg_dump --format=custom --file=toolshed.dump $DATABASE_URL", and keep TOOLSHED_SECRET in a safe place of its own.',
    );
  }
  const file = resolve(positionals[0] ?? `toolshed-${new Date().toISOString().slice(0, 10)}.backup`);
  // A gateway that serves meanwhile comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { hasSecret } = writeBackup(homeFolder(process.env), file, !values["without-secret"]);
  process.stdout.write(
    `Wrote ${file}.\n${
      hasSecret
        ? "It holds your credentials and the secret that opens them: keep it as safe as those."
        : "It does not hold the secret: without that, its credentials cannot be opened."
    }\n`,
  );
}
