import { UserError } from "../../user-error.ts";
import { type GatewayDoor, requestGateway } from "./request-gateway.ts";
import { nearest } from "./unknown-name.ts";

/** Describes a tool. For a path that leads to none, it suggests the nearest one that search finds. */
export async function findTool(door: GatewayDoor, path: string) {
  try {
    return await requestGateway(door, "GET /agent/tools/:path", { params: { path } });
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "not_found") throw error;
    const near = nearest(path, await similarPaths(door, path));
    const next = near ? `Did you mean ${near}?` : 'Find tools with "toolshed search <words>".';
    throw new UserError(`Tool not found: ${path}. ${next}`, { code: "not_found" });
  }
}

async function similarPaths(door: GatewayDoor, path: string): Promise<string[]> {
  const query = path.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
  if (query === "") return [];
  const { tools } = await requestGateway(door, "GET /agent/tools", { query: { query, limit: 50 } });
  return tools.map((tool) => tool.path);
}
