import type { Command } from "@commander-js/extra-typings";
import { addExamples } from "../../examples.ts";

export function define(command: Command): void {
  command
    .summary("Serve MCP on stdin and stdout, for clients that start a command")
    .description(
      "Serve MCP on standard input and output, for clients that start a command. All clients share the catalog of the gateway.",
    )
    .action(async () => (await import("../../client/serve-stdio.ts")).serveStdio());
  addExamples(command, "toolshed serve", "claude mcp add toolshed -- npx -y toolshed serve");
}
