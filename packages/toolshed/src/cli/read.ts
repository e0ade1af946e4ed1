import type { ToolAnswer } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function read([path, ...rest]: string[]): Promise<void> {
  if (!path || rest.length > 0)
    throw new UserError("Give the path of one tool: toolshed read samples.notes.list.");
  const address = await findGateway();
  const tool = await requestGateway<ToolAnswer>(address, "GET", `/api/v1/tools/${encodeURIComponent(path)}`);
  process.stdout.write(`${JSON.stringify(tool, undefined, 2)}\n`);
}
