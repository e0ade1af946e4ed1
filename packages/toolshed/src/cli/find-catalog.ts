import { homeFolder } from "../home/home.ts";
import { loginFile } from "../home/login-file.ts";
import { findGateway } from "./find-gateway.ts";
import type { GatewayDoor } from "./request-gateway.ts";

/** The gateway whose tools are used: the one that was logged in to, or else the one that owns the home. */
export async function findCatalog(): Promise<GatewayDoor> {
  const login = loginFile(homeFolder(process.env)).read();
  return login ? { url: login.url, secret: login.token } : findGateway();
}
