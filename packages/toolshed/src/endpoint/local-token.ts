import { join } from "node:path";
import { privateFile } from "../home/private-file.ts";
import type { Endpoints } from "./endpoints.ts";

/**
 * The token of the endpoint that is there from the first start. It is kept between starts, so that each can print the same
 * MCP URL, and made again when it no longer opens anything.
 */
export async function localToken(endpoints: Endpoints, home: string, userId: string): Promise<string> {
  const file = privateFile(join(home, "local-token"));
  const kept = file.read();
  if (kept && (await endpoints.findByToken(kept))) return kept;
  const { token } = await endpoints.create({ userId, name: "local" });
  file.write(token);
  return token;
}
