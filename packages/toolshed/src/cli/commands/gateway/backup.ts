import { constants, setPriority } from "node:os";
import type { Command } from "@commander-js/extra-typings";
import { homeFolder } from "../../../home/home.ts";
import { UserError } from "../../../user-error.ts";
import { addExamples } from "../../examples.ts";
import { fromCwd, invocation } from "../../invocation.ts";
import { jsonOption } from "../../print/json-option.ts";
import { print, printJson } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Copy the home into one file, also while the gateway runs")
    .description(
      "Copy the home (database, secret and settings) into one file, also while the gateway runs. Without a file name it is toolshed-<date>.backup.",
    )
    .argument("[file]", "where to write it")
    .option("--without-secret", "leave out the secret that opens the credentials")
    .option(...jsonOption)
    .action(async (given, { withoutSecret, json }) => {
      if (invocation().env.DATABASE_URL) {
        throw new UserError(
          'The data is in PostgreSQL: back it up with "pg_dump --format=custom --file=toolshed.dump $DATABASE_URL", and keep TOOLSHED_SECRET in a safe place of its own.',
        );
      }
      const file = fromCwd(given ?? `toolshed-${new Date().toISOString().slice(0, 10)}.backup`);
      // A gateway that serves meanwhile comes first.
      if (invocation().ownsProcess) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      const { writeBackup } = await import("../../../store/backup.ts");
      const { hasSecret } = writeBackup(homeFolder(invocation()), file, !withoutSecret);
      if (json) return printJson({ file, hasSecret });
      print(`Wrote ${file}.`);
      print(
        hasSecret
          ? "It holds your credentials and the secret that opens them: keep it as safe as those."
          : "It does not hold the secret: without that, its credentials cannot be opened.",
      );
    });
  addExamples(command, "toolshed backup", "toolshed backup ~/backups/home.backup --without-secret");
}
