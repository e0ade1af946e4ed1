import type { GatewayAddress } from "../home/gateway-address.ts";
import { readArgs, withActions } from "./actions.ts";
import { findById, shortId } from "./find-by-id.ts";
import { parseData } from "./parse-data.ts";
import { printable } from "./printable.ts";
import { requestGateway } from "./request-gateway.ts";

const maxLength = 2_000;

export const approvals = withActions(
  { list, approve, deny },
  "Calls that wait can be listed, approved and denied: toolshed approvals approve <id>.",
);

const waiting = async (address: GatewayAddress) =>
  (await requestGateway(address, "GET /approvals", {})).approvals;

async function list(_: string[], address: GatewayAddress): Promise<void> {
  const all = await waiting(address);
  if (all.length === 0) process.stdout.write("Nothing waits for you.\n");
  for (const { id, path, via, arguments: args, isPartOfRun, question, createdAt } of all) {
    const lines = [
      `${shortId(id)}  ${path}  (asked by ${via}${isPartOfRun ? " in a script" : ""}, ${new Date(createdAt).toISOString()})`,
      `  ${cut(JSON.stringify(args, undefined, 2)).replaceAll("\n", "\n  ")}`,
      ...(question
        ? [`  It asks: ${question.message}`, `  It takes: ${cut(JSON.stringify(question.schema))}`]
        : []),
    ];
    process.stdout.write(`${printable(lines.join("\n"))}\n`);
  }
}

const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

async function approve(args: string[], address: GatewayAddress): Promise<void> {
  const { values, positionals } = readArgs(args, {
    run: { type: "boolean" },
    always: { type: "boolean" },
    data: { type: "string" },
  });
  const { id, path } = findById(await waiting(address), positionals, "toolshed approvals");
  const reach = values.always ? "always" : values.run ? "run" : "once";
  const answer = parseData(values.data);
  await requestGateway(address, "POST /approvals/:id", {
    params: { id },
    body: { approved: true, reach, answer },
  });
  const how = { once: "once", run: "for the rest of the run", always: "always" }[reach];
  process.stdout.write(`${path} is approved, ${how}.\n`);
  if (values.always) process.stdout.write('"toolshed rules" lists and removes this rule.\n');
}

async function deny(args: string[], address: GatewayAddress): Promise<void> {
  const { id, path } = findById(await waiting(address), args, "toolshed approvals");
  await requestGateway(address, "POST /approvals/:id", { params: { id }, body: { approved: false } });
  process.stdout.write(`${path} is denied.\n`);
}
