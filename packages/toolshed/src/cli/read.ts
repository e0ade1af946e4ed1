import type { ToolAnswer } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { findCatalog } from "./find-catalog.ts";
import { requestGateway } from "./request-gateway.ts";

export async function read([path, ...rest]: string[]): Promise<void> {
  if (!path || rest.length > 0)
    throw new UserError("Give the path of one tool: toolshed read samples.notes.list.");
  const address = await findCatalog();
  const tool = await requestGateway<ToolAnswer>(
    address,
    "GET",
    `/api/v1/agent/tools/${encodeURIComponent(path)}`,
  );
  process.stdout.write(`${JSON.stringify(tool, undefined, 2)}\n`);
}
