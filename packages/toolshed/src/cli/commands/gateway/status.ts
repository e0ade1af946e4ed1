import type { Command } from "@commander-js/extra-typings";
import type { GatewayAddress } from "../../../home/gateway-address.ts";
import { homeFolder } from "../../../home/home.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { invocation } from "../../invocation.ts";
import { jsonOption } from "../../print/json-option.ts";
import { maskToken } from "../../print/mask-token.ts";
import { plural } from "../../print/plural.ts";
import { print, printJson } from "../../print/print.ts";
import { printable } from "../../print/printable.ts";

const shownCalls = 5;

export function define(command: Command): void {
  command
    .summary("Show where the gateway runs, its MCP URL and a new dashboard link")
    .description(
      "Show where the gateway runs, what is connected, its MCP URL, the latest calls, and a link that signs you in to the dashboard once, within a day.",
    )
    .option("--show-token", "print the MCP URL with its token, which opens all your tools")
    .option(...jsonOption)
    .action(async ({ json, showToken }) => {
      const status = await readStatus(await findGateway());
      const shown = showToken ? status : { ...status, mcpUrl: maskToken(status.mcpUrl) };
      if (json) printJson(shown);
      else show(shown);
    });
  addExamples(command, "toolshed status", "toolshed status --json --show-token | jq -r .mcpUrl");
}

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(address: GatewayAddress) {
  const [gateway, { providers }, { calls }, { methods }, link] = await Promise.all([
    requestGateway(address, "GET /status", {}),
    requestGateway(address, "GET /connections", {}),
    requestGateway(address, "GET /calls", { query: { limit: shownCalls } }),
    requestGateway(address, "GET /session", {}),
    requestGateway(address, "POST /sign-in-links", {}),
  ]);
  return {
    version: gateway.version,
    url: gateway.url,
    mcpUrl: gateway.mcpUrl,
    dashboardUrl: link.url,
    pid: address.pid,
    background: address.background,
    home: homeFolder(invocation()),
    toolCount: gateway.toolCount,
    clients: gateway.clients,
    connected: providers.filter((provider) => provider.connected).map(({ id }) => id),
    needsReconnect: providers.flatMap(({ id, personal, team }) =>
      [...personal, ...team]
        .filter((connection) => connection.needsReconnect)
        .map(({ name, reconnectUrl }) => ({ provider: id, name, reconnectUrl })),
    ),
    signIn: [...(methods.password ? ["password"] : []), ...methods.providers.map(({ name }) => name)],
    calls,
  };
}

function show(status: Status): void {
  const { signIn, calls } = status;
  const process = `process ${status.pid}${status.background ? ", in the background" : ""}`;
  const lines = [
    `Toolshed ${status.version} runs at ${status.url} (${process})`,
    "",
    `  Home       ${status.home}`,
    `  Tools      ${status.toolCount.toLocaleString("en")}`,
    ...(status.clients ? [`  Clients    ${describeClients(status.clients)}`] : []),
    `  Connected  ${status.connected.join(", ") || "nothing yet"}`,
    ...status.needsReconnect.map(
      ({ provider, name, reconnectUrl }) => `  Reconnect  ${provider} (${name}): ${reconnectUrl}`,
    ),
    ...(signIn.length > 0 ? [`  Sign-in    ${signIn.join(", ")}, or the link below`] : []),
    `  Dashboard  ${status.dashboardUrl}`,
    `  MCP URL    ${status.mcpUrl}`,
    ...(status.mcpUrl.includes("…") ? ["             (--show-token prints the token)"] : []),
    "",
    ...(calls.length > 0 ? ["Latest calls:"] : []),
    ...calls.map(
      ({ at, via, path, outcome, durationMs }) =>
        `  ${new Date(at).toISOString()}  ${path}  ${toText(outcome, durationMs)}, by ${via}`,
    ),
  ];
  print(printable(lines.join("\n")));
}

function describeClients({ open, closedForRoom, refused }: NonNullable<Status["clients"]>): string {
  const count = (number: number) => number.toLocaleString("en");
  const closed = closedForRoom + refused;
  const more = closed > 0 ? `; ${count(closed)} closed to make room for others` : "";
  return `${plural(open, "open connection")}${more}`;
}

function toText(outcome: string, durationMs: number): string {
  if (outcome === "started") return "still running";
  if (outcome === "unknown") return "interrupted: the gateway stopped while it ran";
  return `${outcome}, ${durationMs} ms`;
}
