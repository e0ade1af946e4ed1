import type { AnswerOf } from "../http/api.ts";
import { indexingNote } from "../search/indexing-note.ts";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";
import { findCatalog } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

const maxLength = 100;

export async function search(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, {
    source: { type: "string" },
    "read-only": { type: "boolean" },
    limit: { type: "string" },
  });
  const query = positionals.join(" ").trim();
  if (!query) throw new UserError('Say what the tool should do, for example: toolshed search "find notes".');
  const address = await findCatalog();
  const { tools, indexing } = await requestGateway(address, "GET /agent/tools", {
    query: {
      query,
      // As it was typed: the gateway checks it.
      limit: (values.limit ?? 10) as number,
      source: values.source,
      readOnly: values["read-only"] ? "true" : "false",
    },
  });
  if (tools.length === 0) process.stdout.write("No tool matches. Try other words.\n");
  const width = Math.max(...tools.map(({ path }) => path.length));
  for (const tool of tools) {
    const { path, description } = tool;
    const [line = ""] = description.split("\n");
    const short = line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
    const marks = marksOf(tool).map((mark) => ` (${mark})`);
    process.stdout.write(`${path.padEnd(width)}  ${short}${marks.join("")}\n`);
  }
  if (indexing) process.stderr.write(`${indexingNote(indexing)}\n`);
}

const marksOf = ({ destructive, view, appOnly }: AnswerOf<"GET /agent/tools">["tools"][number]): string[] => [
  ...(destructive ? ["destructive"] : []),
  ...(view ? ["has a View"] : []),
  ...(appOnly ? ["for Views only"] : []),
];
