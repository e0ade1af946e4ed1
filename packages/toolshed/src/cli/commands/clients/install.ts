import type { Command } from "@commander-js/extra-typings";
import { clientIds } from "../../../source/clients/client-ids.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";

export function define(command: Command): void {
  command
    .summary("Set up a client, such as Claude Code or Cursor")
    .description(
      "Add this gateway to the configuration of a client: shows the change, asks, and waits until the client connects. " +
        "It gets an endpoint of its own. Without a client it lists those it knows.",
    )
    .addArgument(command.createArgument("[client]", "the client to set up").choices(clientIds))
    .option("--http", "connect by URL, with the token in the client's configuration (default)")
    .option("--stdio", 'let the client start "toolshed serve"; needs no token in its configuration')
    .option("--project", "only for the project in the current folder, by a file that can be shared")
    .option("--file <file>", "configuration file, if the client keeps it elsewhere")
    .option("--name <name>", "what the server is called in the client", "toolshed")
    .option("--print", "show the change and don't make it")
    .option("-y, --yes", "don't ask")
    .option("--no-wait", "don't wait until the client connects")
    .option(...jsonOption)
    .action(async (client, options) =>
      (await import("../../install/run-install.ts")).runInstall(client, options),
    );
  addExamples(
    command,
    "toolshed install",
    "toolshed install claude-code",
    "toolshed install cursor --print",
    "toolshed install vscode --project --yes",
  );
}
