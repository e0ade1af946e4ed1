import type { ListedEndpoint } from "../endpoint/endpoints.ts";
import type { GatewayAddress } from "../home/gateway-address.ts";
import type { AnswerOf, BodyOf } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { readArgs, withActions } from "./actions.ts";
import { parsePairs } from "./parse-pairs.ts";
import { requestGateway } from "./request-gateway.ts";

const dayMs = 24 * 60 * 60 * 1000;
const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const endpoint = withActions(
  { create, list, rotate, revoke },
  "An endpoint can be created, listed, rotated and revoked: toolshed endpoint create <name>.",
);

async function create(args: string[], address: GatewayAddress): Promise<void> {
  const { values, positionals } = readArgs(args, {
    "read-only": { type: "boolean" },
    allow: { type: "string", multiple: true },
    approval: { type: "string" },
    pin: { type: "string", multiple: true },
    "model-approves": { type: "boolean" },
    source: { type: "string" },
    expires: { type: "string" },
    team: { type: "boolean" },
    role: { type: "string" },
    connection: { type: "string", multiple: true },
  });
  const name = positionals.join(" ");
  if (!name) throw new UserError('Give it a name: toolshed endpoint create "my laptop" --read-only.');
  const answer = await requestGateway(address, "POST /endpoints", {
    body: {
      name,
      readOnly: values["read-only"],
      allow: values.allow?.flatMap((patterns) => patterns.split(",")),
      // As it was typed: the gateway checks it.
      approval: values.approval as BodyOf<"POST /endpoints">["approval"],
      modelApproves: values["model-approves"],
      pins: values.pin?.flatMap((paths) => paths.split(",")),
      source: values.source,
      expiresAt: values.expires === undefined ? undefined : Date.now() + parseDuration(values.expires),
      owner: values.team ? "team" : "person",
      role: values.role,
      connections: values.connection && parsePairs(values.connection, "--connection"),
    },
  });
  show(answer);
}

async function list(_: string[], address: GatewayAddress): Promise<void> {
  for await (const endpoints of requestPages(address)) {
    process.stdout.write(endpoints.map(toLine).join(""));
  }
}

/** All endpoints, page by page. */
async function* requestPages(address: GatewayAddress): AsyncGenerator<ListedEndpoint[]> {
  let cursor: string | undefined;
  do {
    const { endpoints, next } = await requestGateway(address, "GET /endpoints", { query: { cursor } });
    yield endpoints;
    // Older gateways return the whole list and no `next`.
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

function toLine(endpoint: ListedEndpoint): string {
  const { id, name, scope, approval, pins, source, expiresAt, connections = {} } = endpoint;
  const details = [
    endpoint.kind === "grant" && "app",
    endpoint.owner === "team" && `of the team, as ${endpoint.role}`,
    source && `exposes ${source}`,
    pins && `lists ${pins.join(", ")}`,
    scope.readOnly && "read-only",
    scope.allow && `only ${scope.allow.join(", ")}`,
    ...Object.entries(connections).map(([provider, connection]) => `${provider} as ${connection}`),
    endpoint.modelApproves && "the model approves",
    approval !== "host" && `destructive calls: ${approval}`,
    expiresAt !== null && `until ${new Date(expiresAt).toISOString()}`,
  ].filter(Boolean);
  return `${id}  ${name}${details.length > 0 ? ` (${details.join("; ")})` : ""}\n`;
}

async function rotate(args: string[], address: GatewayAddress): Promise<void> {
  const { values, positionals } = readArgs(args, { now: { type: "boolean" } });
  const id = await findId(address, positionals.join(" "));
  const overlapMs = values.now ? 0 : dayMs;
  show(
    await requestGateway(address, "POST /endpoints/:id/rotate", {
      params: { id },
      body: { overlapMs },
    }),
  );
  process.stdout.write(
    values.now
      ? "The old token has ended.\n"
      : "The old token works for another day. To revoke it immediately, use --now.\n",
  );
}

async function revoke(args: string[], address: GatewayAddress): Promise<void> {
  const id = await findId(address, args.join(" "));
  await requestGateway(address, "DELETE /endpoints/:id", { params: { id } });
  process.stdout.write("Revoked. The next call with its token fails.\n");
}

async function findId(address: GatewayAddress, wanted: string): Promise<string> {
  const found: ListedEndpoint[] = [];
  for await (const endpoints of requestPages(address)) {
    found.push(...endpoints.filter(({ id, name }) => id === wanted || name === wanted));
  }
  if (found.length === 1 && found[0]) return found[0].id;
  const next = '"toolshed endpoint list" shows them';
  if (found.length > 1)
    throw new UserError(`Several endpoints have the name "${wanted}": give the id, ${next}.`);
  throw new UserError(`There is no endpoint "${wanted}": ${next}.`);
}

function show({ url, token, mcpUrl }: AnswerOf<"POST /endpoints">): void {
  process.stdout.write(
    [
      `  MCP URL    ${mcpUrl}`,
      `  or         ${url} with the header "Authorization: Bearer ${token}"`,
      "",
      "The token is not shown again.",
      "",
    ].join("\n"),
  );
}

/** `30m`, `12h` or `90d`, in milliseconds. */
function parseDuration(text: string): number {
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new UserError(`"${text}" is not a time such as 30m, 12h or 90d.`);
}
