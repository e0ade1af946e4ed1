import type { GatewayAddress } from "../home/gateway-address.ts";
import { homeFolder } from "../home/home.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

const shownCalls = 5;

export async function status(): Promise<void> {
  const address = await findGateway();
  const [gateway, { providers }, { calls }, { methods }, link] = await Promise.all([
    requestGateway(address, "GET /status", {}),
    requestGateway(address, "GET /connections", {}),
    requestGateway(address, "GET /calls", { query: { limit: shownCalls } }),
    requestGateway(address, "GET /session", {}),
    requestGateway(address, "POST /sign-in-links", {}),
  ]);
  const connected = providers.filter((provider) => provider.connected).map(({ id }) => id);
  const broken = providers.flatMap(({ id, personal, team }) =>
    [...personal, ...team]
      .filter(({ needsReconnect }) => needsReconnect)
      .map(({ name, reconnectUrl }) => `  Reconnect  ${id} (${name}): ${reconnectUrl}`),
  );
  const signIn = [...(methods.password ? ["password"] : []), ...methods.providers.map(({ name }) => name)];

  process.stdout.write(
    [
      `Toolshed ${gateway.version} runs at ${gateway.url} (${processOf(address)})`,
      "",
      `  Home       ${homeFolder(process.env)}`,
      `  Tools      ${gateway.toolCount}`,
      `  Connected  ${connected.join(", ") || "nothing yet"}`,
      ...broken,
      ...(signIn.length > 0 ? [`  Sign-in    ${signIn.join(", ")}, or the link below`] : []),
      `  Dashboard  ${link.url}`,
      `  MCP URL    ${gateway.mcpUrl}`,
      "",
      ...(calls.length > 0 ? ["Latest calls:"] : []),
      ...calls.map(
        ({ at, via, path, outcome, durationMs }) =>
          `  ${new Date(at).toISOString()}  ${path}  ${toText(outcome, durationMs)}, by ${via}`,
      ),
      "",
    ].join("\n"),
  );
}

const processOf = ({ pid, background }: GatewayAddress): string =>
  `process ${pid}${background ? ", in the background" : ""}`;

function toText(outcome: string, durationMs: number): string {
  if (outcome === "started") return "still running";
  if (outcome === "unknown") return "interrupted: the gateway stopped while it ran";
  return `${outcome}, ${durationMs} ms`;
}
