import type { Command } from "@commander-js/extra-typings";
import { homeFolder, makeHome } from "../../../home/home.ts";
import { UserError } from "../../../user-error.ts";
import { addExamples } from "../../examples.ts";
import { fromCwd, invocation } from "../../invocation.ts";
import { print } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Restore a home from a backup file")
    .description("Restore the home from a backup file. The gateway must be stopped.")
    .argument("<file>", "the backup")
    .option("--force", "over a home that has data, which is moved aside")
    .action(async (file, { force }) => {
      if (invocation().env.DATABASE_URL) {
        throw new UserError(
          'The data is in PostgreSQL: stop the gateways and restore it with "pg_restore --clean --if-exists --dbname=$DATABASE_URL toolshed.dump".',
        );
      }
      const { ownHome } = await import("../../../home/own-home.ts");
      const { restoreBackup } = await import("../../../store/backup.ts");
      const home = homeFolder(invocation());
      makeHome(home);
      const ownership = ownHome(home);
      if (!ownership)
        throw new UserError(`A gateway runs on ${home}: end it with "npx toolshed stop" first.`);
      try {
        const { movedTo } = restoreBackup(fromCwd(file), home, force ?? false);
        print(`Restored ${home}.${movedTo ? `\nWhat was there before is in ${movedTo}.` : ""}`);
      } finally {
        ownership.release();
      }
    });
  addExamples(command, "toolshed restore home.backup", "toolshed restore home.backup --force");
}
