import { parseArgs } from "node:util";
import type { CallAnswer } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { findCatalog } from "./find-catalog.ts";
import { requestGateway } from "./request-gateway.ts";

export async function call(given: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { connection: { type: "string" } },
  });
  const [path, json, ...rest] = positionals;
  if (!path || rest.length > 0) {
    throw new UserError(
      `Give a path and arguments: toolshed call samples.notes.create '{"title": "Hello"}'.`,
    );
  }
  const args = json === undefined ? undefined : parseArguments(json);
  const address = await findCatalog();
  const route = `/api/v1/agent/tools/${encodeURIComponent(path)}/call`;
  const body = { arguments: args, connection: values.connection };
  const result = await requestGateway<CallAnswer>(address, "POST", route, { body });
  const text = result.content.map((block) => block.text ?? `[${block.type}]`).join("\n");
  (result.isError ? process.stderr : process.stdout).write(`${text}\n`);
  if (result.isError) process.exitCode = 1;
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UserError(
      `The arguments are not JSON (${(error as Error).message}): put them in single quotes.`,
    );
  }
}
