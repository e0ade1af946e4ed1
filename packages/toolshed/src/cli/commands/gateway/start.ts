import type { Command } from "@commander-js/extra-typings";
import { addExamples } from "../../examples.ts";

export function define(command: Command): void {
  command
    .summary("Run the gateway and its dashboard")
    .description(
      "Run the gateway and its dashboard until you press Ctrl-C. Its settings are environment variables: toolshed help settings lists them.",
    )
    .addOption(command.createOption("--background", "started by another command").hideHelp())
    .action(async ({ background }) => {
      // A gateway needs far more code than the commands that talk to one.
      const { startGateway } = await import("../../gateway/start-gateway.ts");
      await startGateway(background === true);
    });
  addExamples(command, "toolshed start", "PORT=8080 toolshed start", "TOOLSHED_HOME=./home toolshed start");
}
