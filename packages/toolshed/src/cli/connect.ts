import type { ConnectionState, ProviderAnswer } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";
import { askSecret } from "./ask-secret.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function connect(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, {
    name: { type: "string" },
    team: { type: "boolean" },
    default: { type: "boolean" },
    remove: { type: "boolean" },
  });
  const address = await findGateway();
  const { providers } = await requestGateway(address, "GET /connections", {});
  const [id] = positionals;
  if (id === undefined) {
    for (const provider of providers) process.stdout.write(`${describe(provider)}\n`);
    return;
  }
  const provider = providers.find((candidate) => candidate.id === id);
  if (!provider) {
    throw new UserError(
      `There is no provider "${id}". There is: ${providers.map((known) => known.id).join(", ")}.`,
    );
  }
  const params = { provider: id };
  const { name } = values;
  const choice = { name, owner: values.team ? ("team" as const) : undefined };
  const told = name === undefined ? provider.name : `${provider.name} (${name})`;
  if (values.remove) {
    await requestGateway(address, "DELETE /connections/:provider", { params, query: choice });
    process.stdout.write(`${told} is no longer connected.\n`);
    return;
  }
  if (values.default) {
    if (name === undefined)
      throw new UserError(`Say which is to be the default: toolshed connect ${id} --name work --default.`);
    const body = { ...choice, name };
    await requestGateway(address, "POST /connections/:provider/default", { params, body });
    process.stdout.write(`${told} is used from now on where no connection is named.\n`);
    return;
  }
  if (provider.type === "oauth2") {
    const { url } = await requestGateway(address, "POST /connections/:provider/authorize", {
      params,
      body: choice,
    });
    process.stdout.write(
      `Open this page in the browser in which you are signed in to the dashboard, within ten minutes:\n\n  ${url}\n\n`,
    );
    return;
  }
  if (process.stdin.isTTY && provider.whereToFind) process.stderr.write(`${provider.whereToFind}\n`);
  const key = await askSecret(`Key of ${provider.name}${provider.keyHint ? ` (${provider.keyHint})` : ""}: `);
  await requestGateway(address, "PUT /connections/:provider", { params, body: { key, ...choice } });
  process.stdout.write(`${told} is connected. Its tools are available now, also to connected clients.\n`);
}

function describe({ id, name, owner, connected, personal, team }: ProviderAnswer): string {
  const own = owner === "team" ? team : personal;
  const [only] = own;
  const details = own.length > 1 ? own.map(describeOne).join(", ") : only && describeEnding(only);
  const word = only?.needsReconnect ? "needs reconnecting" : connected ? "connected" : "not connected";
  const broken = own.filter(({ needsReconnect }) => needsReconnect);
  return [
    `${id.padEnd(24)} ${name}: ${details ? `${word} (${details})` : word}`,
    ...broken.map(({ name, reconnectUrl }) => `${" ".repeat(25)}Reconnect ${name}: ${reconnectUrl}`),
  ].join("\n");
}

const describeOne = (connection: ConnectionState): string =>
  `${connection.name}${connection.isDefault ? ", the default" : ""}: ${describeEnding(connection)}`;

function describeEnding(connection: ConnectionState): string {
  const { kind, lastFour, needsReconnect, refreshedAt, tokenExpiresAt, lastError } = connection;
  if (kind === "key") return `key ending in ${lastFour}`;
  return [
    `account ${lastFour}`,
    ...(needsReconnect ? ["needs reconnecting"] : []),
    ...(refreshedAt === null ? [] : [`refreshed ${toTime(refreshedAt)}`]),
    ...(tokenExpiresAt === null ? [] : [`next refresh before ${toTime(tokenExpiresAt)}`]),
    ...(lastError === null ? [] : [`last error: ${lastError.replace(/\.$/, "")}`]),
  ].join("; ");
}

const toTime = (at: number): string => new Date(at).toISOString();
