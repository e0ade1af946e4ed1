import type { Command } from "@commander-js/extra-typings";
import { clientIds } from "../../../source/clients/client-ids.ts";
import { addExamples } from "../../examples.ts";

export function define(command: Command): void {
  command
    .summary("Undo what install did to a client")
    .description(
      "Remove this gateway from the configuration of a client and revoke its endpoint. " +
        "A file that wasn't edited since becomes exactly what it was.",
    )
    .addArgument(command.createArgument("<client>", "the client").choices(clientIds))
    .action(async (client) => (await import("../../install/run-uninstall.ts")).runUninstall(client));
  addExamples(command, "toolshed uninstall claude-code");
}
