import type { Command } from "@commander-js/extra-typings";
import type { AnswerOf } from "../../../http/api.ts";
import { indexingNote } from "../../../search/indexing-note.ts";
import { parseCount } from "../../arguments/parse-number.ts";
import { findCatalog } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { note, print, printJson } from "../../print/print.ts";
import { table } from "../../print/table.ts";
import { UsageError } from "../../usage-error.ts";

const maxLength = 100;
const maxResults = 50;

export function define(command: Command): void {
  command
    .summary("Find tools by what they do")
    .description("Find tools from a sentence that says what they should do. The best matches come first.")
    .argument("<words...>", "what the tool should do")
    .option("--source <source>", "only tools of this source")
    .option("--read-only", "only tools that change nothing")
    .option(
      "--limit <count>",
      "how many tools to list",
      (text) => parseCount(text, "--limit", maxResults),
      10,
    )
    .option("--explain", "say what the score of each tool is made of")
    .option(...jsonOption)
    .action(async (words, { source, readOnly, limit, explain, json }) => {
      const query = words.join(" ").trim();
      if (!query)
        throw new UsageError('Say what the tool should do. For example: toolshed search "find notes"');
      const found = await requestGateway(await findCatalog(), "GET /agent/tools", {
        query: {
          ...{ query, limit, source },
          readOnly: readOnly ? "true" : "false",
          explain: explain ? "true" : "false",
        },
      });
      if (json) printJson(found);
      else show(found);
    });
  addExamples(
    command,
    'toolshed search "find notes about a project"',
    "toolshed search create an issue --source github --limit 3",
    "toolshed search list files --read-only --json",
    "toolshed search create an issue --explain",
  );
}

function show({ tools, indexing }: AnswerOf<"GET /agent/tools">): void {
  if (tools.length === 0) print("No tool matches. Try other words.");
  else if (tools.some(({ why }) => why))
    for (const { path, why = [] } of tools) print([path, ...why.map((line) => `  ${line}`)].join("\n"));
  else
    print(
      table(
        ["PATH", "DESCRIPTION"],
        tools.map((tool) => [tool.path, describe(tool)]),
      ),
    );
  if (indexing) note(indexingNote(indexing));
}

function describe({
  description,
  destructive,
  view,
  appOnly,
}: AnswerOf<"GET /agent/tools">["tools"][number]): string {
  const [line = ""] = description.split("\n");
  const short = line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
  const marks = [destructive && "destructive", view && "has a View", appOnly && "for Views only"];
  return [short, ...marks.filter(Boolean).map((mark) => `(${mark})`)].join(" ");
}
