import { homeFolder } from "../home/home.ts";
import type { SignInLinkAnswer, StatusAnswer } from "../http/api.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function status(): Promise<void> {
  const address = await findGateway();
  const status = await requestGateway<StatusAnswer>(address, "GET", "/api/v1/status");
  const link = await requestGateway<SignInLinkAnswer>(address, "POST", "/api/v1/sign-in-links");
  process.stdout.write(
    [
      `Toolshed ${status.version} runs at ${status.url} (process ${address.pid}${address.background ? ", in the background" : ""})`,
      "",
      `  Home       ${homeFolder(process.env)}`,
      `  Tools      ${status.toolCount}`,
      `  Dashboard  ${link.url}`,
      `  MCP URL    ${status.mcpUrl}`,
      "",
    ].join("\n"),
  );
}
