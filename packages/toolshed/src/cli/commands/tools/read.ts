import type { Command } from "@commander-js/extra-typings";
import { findCatalog } from "../../client/find-gateway.ts";
import { findTool } from "../../client/find-tool.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { printJson } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Show a tool's arguments and result as JSON Schema")
    .description(
      "Show what a tool does, and the JSON Schemas of its arguments and result. The output is always JSON.",
    )
    .argument("<path>", "path of the tool, as search shows it")
    .option(...jsonOption)
    .action(async (path) => {
      printJson(await findTool(await findCatalog(), path));
    });
  addExamples(
    command,
    "toolshed read samples.notes.list",
    "toolshed read samples.notes.create | jq .inputSchema",
  );
}
