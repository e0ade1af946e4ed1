import type { Command } from "@commander-js/extra-typings";
import { addExamples } from "../../examples.ts";

export function define(command: Command): void {
  command
    .summary("Serve MCP on stdin and stdout, for clients that start a command")
    .description(
      "Serve MCP on standard input and output, for clients that start a command. All clients share the catalog of the gateway.",
    )
    .option("--client <client>", "as the endpoint that toolshed install made for this client")
    .action(async ({ client }) => (await import("../../client/serve-stdio.ts")).serveStdio(client));
  addExamples(command, "toolshed serve", "claude mcp add toolshed -- npx -y toolshed serve");
}
