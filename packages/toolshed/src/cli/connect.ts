import { parseArgs } from "node:util";
import type { AuthorizeAnswer, ProviderAnswer, ProvidersAnswer } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { askSecret } from "./ask-secret.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function connect(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { remove: { type: "boolean" }, team: { type: "boolean" } },
    allowPositionals: true,
  });
  const address = await findGateway();
  const { providers } = await requestGateway<ProvidersAnswer>(address, "GET", "/api/v1/connections");
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
  const route = `/api/v1/connections/${id}`;
  const owner = values.team ? "team" : undefined;
  if (values.remove) {
    await requestGateway(address, "DELETE", owner ? `${route}?owner=${owner}` : route);
    process.stdout.write(`${provider.name} is no longer connected.\n`);
    return;
  }
  if (provider.type === "oauth2") {
    const { url } = await requestGateway<AuthorizeAnswer>(address, "POST", `${route}/authorize`);
    process.stdout.write(
      `Open this page in the browser in which you are signed in to the dashboard, within ten minutes:\n\n  ${url}\n\n`,
    );
    return;
  }
  if (process.stdin.isTTY && provider.whereToFind) process.stderr.write(`${provider.whereToFind}\n`);
  const key = await askSecret(`Key of ${provider.name}${provider.keyHint ? ` (${provider.keyHint})` : ""}: `);
  await requestGateway(address, "PUT", route, { body: { key, owner } });
  process.stdout.write(
    `${provider.name} is connected. Its tools are there at once, also for clients that are connected.\n`,
  );
}

function describe({ id, name, connected, lastFour }: ProviderAnswer): string {
  const state = !connected
    ? "not connected"
    : lastFour
      ? `connected (key ending in ${lastFour})`
      : "connected";
  return `${id.padEnd(24)} ${name}: ${state}`;
}
