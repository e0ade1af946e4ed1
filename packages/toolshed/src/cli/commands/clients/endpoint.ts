import type { Command } from "@commander-js/extra-typings";
import type { ListedEndpoint } from "../../../endpoint/endpoints.ts";
import type { GatewayAddress } from "../../../home/gateway-address.ts";
import type { AnswerOf } from "../../../http/api.ts";
import { UserError } from "../../../user-error.ts";
import { parseDuration } from "../../arguments/parse-number.ts";
import { parsePairs } from "../../arguments/parse-pairs.ts";
import { repeated, repeatedList } from "../../arguments/repeated.ts";
import { requestEndpointPages } from "../../client/endpoint-pages.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { unknownName } from "../../client/unknown-name.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { print, printJson } from "../../print/print.ts";
import { printable } from "../../print/printable.ts";

const dayMs = 24 * 60 * 60 * 1000;

export function define(command: Command): void {
  command
    .summary("Manage the tokens that open your tools to clients")
    .description(
      "Create, list, rotate and revoke endpoints. An endpoint is a token, and what it opens to a client.",
    );
  addExamples(
    command,
    'toolshed endpoint create "my laptop" --read-only',
    "toolshed endpoint list",
    'toolshed endpoint revoke "my laptop"',
  );
  defineCreate(command.command("create"));
  defineList(command.command("list"));
  defineRotate(command.command("rotate"));
  defineRevoke(command.command("revoke"));
}

function defineCreate(command: Command): void {
  command
    .summary("Create an endpoint and print its token")
    .description("Create an endpoint and print its MCP URL and token, which are not shown again.")
    .argument("<name...>", "what to call it")
    .option("--read-only", "only tools that change nothing")
    .option("--allow <patterns>", "only these tools, such as samples.notes.*; repeatable", repeatedList)
    .addOption(
      command
        .createOption(
          "--approval <how>",
          "how destructive calls are approved: by the client (host), by asking in the client, in the dashboard, or never",
        )
        .choices(["host", "ask", "dashboard", "deny"] as const),
    )
    .option("--model-approves", "let the model approve its own calls (admins only)")
    .option("--pin <paths>", "list these tools directly, instead of search_tools; repeatable", repeatedList)
    .option("--all", "list all tools directly, beside search_tools")
    .option("--source <source>", "expose this MCP server as it is")
    .option("--expires <duration>", "when the token expires, such as 30m, 12h or 90d", parseDuration)
    .option("--connection <provider=name>", "which connection to use for a provider; repeatable", repeated)
    .option("--team", "an endpoint of the team, not of a person")
    .option("--role <role>", "with --team: the role it has")
    .option(...jsonOption)
    .action(async (words, options) => {
      const answer = await requestGateway(await findGateway(), "POST /endpoints", {
        body: {
          name: words.join(" "),
          readOnly: options.readOnly,
          allow: options.allow,
          approval: options.approval,
          modelApproves: options.modelApproves,
          pins: options.pin,
          listsAll: options.all,
          source: options.source,
          expiresAt: options.expires === undefined ? undefined : Date.now() + options.expires,
          owner: options.team ? "team" : "person",
          role: options.role,
          connections: options.connection && parsePairs(options.connection, "--connection"),
        },
      });
      if (options.json) printJson(answer);
      else show(answer);
    });
  addExamples(
    command,
    'toolshed endpoint create "my laptop"',
    "toolshed endpoint create ci --read-only --allow 'samples.**' --expires 90d",
    "toolshed endpoint create board --pin samples.notes.list,samples.notes.create",
  );
}

function defineList(command: Command): void {
  command
    .summary("List your endpoints (the default)")
    .description("List your endpoints and, for admins, those of the team. Tokens are not shown.")
    .option(...jsonOption)
    .action(async ({ json }) => {
      const all: ListedEndpoint[] = [];
      for await (const endpoints of requestEndpointPages(await findGateway())) {
        if (json) all.push(...endpoints);
        else for (const endpoint of endpoints) print(describe(endpoint));
      }
      if (json) printJson({ endpoints: all });
    });
  addExamples(command, "toolshed endpoint list", "toolshed endpoint list --json");
}

function defineRotate(command: Command): void {
  command
    .summary("Replace an endpoint's token")
    .description("Give an endpoint a new token. The old one works for another day, unless --now is given.")
    .argument("<endpoint...>", "name or id of the endpoint")
    .option("--now", "revoke the old token immediately")
    .option(...jsonOption)
    .action(async (words, { now, json }) => {
      const address = await findGateway();
      const id = await findId(address, words.join(" "));
      const body = { overlapMs: now ? 0 : dayMs };
      const answer = await requestGateway(address, "POST /endpoints/:id/rotate", { params: { id }, body });
      if (json) return printJson(answer);
      show(answer);
      print(
        now
          ? "The old token has ended."
          : "The old token works for another day. To revoke it immediately, use --now.",
      );
    });
  addExamples(command, 'toolshed endpoint rotate "my laptop"', "toolshed endpoint rotate ci --now");
}

function defineRevoke(command: Command): void {
  command
    .summary("Revoke an endpoint")
    .description("Revoke an endpoint. Calls with its token fail from then on.")
    .argument("<endpoint...>", "name or id of the endpoint")
    .action(async (words) => {
      const address = await findGateway();
      const id = await findId(address, words.join(" "));
      await requestGateway(address, "DELETE /endpoints/:id", { params: { id } });
      print("Revoked. The next call with its token fails.");
    });
  addExamples(command, 'toolshed endpoint revoke "my laptop"');
}

function describe(endpoint: ListedEndpoint): string {
  const { id, name, scope, approval, pins, listsAll, source, expiresAt, connections = {} } = endpoint;
  const details = [
    endpoint.kind === "grant" && "app",
    endpoint.owner === "team" && `of the team, as ${endpoint.role}`,
    source && `exposes ${source}`,
    listsAll && "lists all tools",
    pins && `lists ${pins.join(", ")}`,
    scope.readOnly && "read-only",
    scope.allow && `only ${scope.allow.join(", ")}`,
    ...Object.entries(connections).map(([provider, connection]) => `${provider} as ${connection}`),
    endpoint.modelApproves && "the model approves",
    approval !== "host" && `destructive calls: ${approval}`,
    expiresAt !== null && `until ${new Date(expiresAt).toISOString()}`,
  ].filter(Boolean);
  return printable(`${id}  ${name}${details.length > 0 ? ` (${details.join("; ")})` : ""}`).replaceAll(
    "\n",
    " ",
  );
}

async function findId(address: GatewayAddress, wanted: string): Promise<string> {
  const all: ListedEndpoint[] = [];
  for await (const endpoints of requestEndpointPages(address)) all.push(...endpoints);
  const [first, second] = all.filter(({ id, name }) => id === wanted || name === wanted);
  if (first && !second) return first.id;
  if (!first)
    throw unknownName(
      "endpoint",
      wanted,
      all.map(({ name }) => name),
      "toolshed endpoint list",
    );
  throw new UserError(
    `Several endpoints have the name "${wanted}": give the id, "toolshed endpoint list" shows them.`,
  );
}

function show({ url, token, mcpUrl }: AnswerOf<"POST /endpoints">): void {
  print(`  MCP URL    ${mcpUrl}
  or         ${url} with the header "Authorization: Bearer ${token}"

The token is not shown again.`);
}
