import type { Command } from "@commander-js/extra-typings";
import { parseJson } from "../../arguments/parse-json.ts";
import { findCatalog } from "../../client/find-gateway.ts";
import { findTool } from "../../client/find-tool.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { exitCodes } from "../../exit-codes.ts";
import { invocation } from "../../invocation.ts";
import { printJson, printResult } from "../../print/print.ts";
import { printable } from "../../print/printable.ts";
import { withProgress } from "../../print/progress.ts";

const example = `toolshed call samples.notes.create '{"title": "Hello"}'`;

export function define(command: Command): void {
  command
    .summary("Call a tool with arguments in JSON")
    .description("Call a tool and print its result. An error of the tool goes to standard error.")
    .argument("<path>", "path of the tool, as search shows it")
    .argument("[arguments]", "a JSON object, in single quotes", (text: string) =>
      parseJson(text, "The arguments", example),
    )
    .option("--connection <name>", "which of several connections to use")
    .option("--json", "Print the whole result as JSON, also if the tool returned an error")
    .action(async (path, args, { connection, json }) => {
      const door = await findCatalog();
      const calling = requestGateway(door, "POST /agent/tools/:path/call", {
        params: { path },
        body: { arguments: args, connection },
      });
      const result = await withProgress(`Calling ${printable(path)}…`, calling);
      // Whether the tool exists is asked only after a failure: most calls need one request.
      if (result.isError) await findTool(door, path);
      if (result.isError) invocation().exitCode = exitCodes.failed.code;
      if (json) return printJson(result);
      const text = result.content.map((block) => block.text ?? `[${block.type}]`).join("\n");
      printResult(text, result.isError ? invocation().stderr : invocation().stdout);
    });
  addExamples(
    command,
    "toolshed call samples.notes.list",
    example,
    "toolshed call granola.personal.notes.list --connection work --json",
  );
}
