import type { BodyOf } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";
import { findCatalog } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function call(given: string[]): Promise<void> {
  const { values, positionals } = readArgs(given, { connection: { type: "string" } });
  const [path, json, ...rest] = positionals;
  if (!path || rest.length > 0) {
    throw new UserError(
      `Give a path and arguments: toolshed call samples.notes.create '{"title": "Hello"}'.`,
    );
  }
  const args = json === undefined ? undefined : parseArguments(json);
  const address = await findCatalog();
  const result = await requestGateway(address, "POST /agent/tools/:path/call", {
    params: { path },
    body: { arguments: args, connection: values.connection },
  });
  const text = result.content.map((block) => block.text ?? `[${block.type}]`).join("\n");
  (result.isError ? process.stderr : process.stdout).write(`${text}\n`);
  if (result.isError) process.exitCode = 1;
}

/** JSON of any kind: the gateway checks it. */
function parseArguments(json: string): BodyOf<"POST /agent/tools/:path/call">["arguments"] {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UserError(
      `The arguments are not JSON (${(error as Error).message}): put them in single quotes.`,
    );
  }
}
