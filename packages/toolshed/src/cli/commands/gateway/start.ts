import type { Command } from "@commander-js/extra-typings";
import { addExamples } from "../../examples.ts";

export function define(command: Command): void {
  command
    .summary("Run the gateway and its dashboard")
    .description(
      "Run the gateway and its dashboard until you press Ctrl-C. Prints a link that signs you in, and opens the dashboard in your browser if there is one. Its settings are environment variables: toolshed help settings lists them.",
    )
    .option("--no-open", "don't open the dashboard in your browser")
    .addOption(command.createOption("--background", "started by another command").hideHelp())
    .action(async ({ background, open }) => {
      // A gateway needs far more code than the commands that talk to one.
      const { startGateway } = await import("../../gateway/start-gateway.ts");
      await startGateway({ background: background === true, open });
    });
  addExamples(
    command,
    "toolshed start",
    "toolshed start --no-open",
    "PORT=8080 toolshed start",
    "TOOLSHED_HOME=./home toolshed start",
  );
}
