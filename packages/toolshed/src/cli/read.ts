import { UserError } from "../user-error.ts";
import { findCatalog } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function read([path, ...rest]: string[]): Promise<void> {
  if (!path || rest.length > 0)
    throw new UserError("Give the path of one tool: toolshed read samples.notes.list.");
  const address = await findCatalog();
  const tool = await requestGateway(address, "GET /agent/tools/:path", { params: { path } });
  process.stdout.write(`${JSON.stringify(tool, undefined, 2)}\n`);
}
