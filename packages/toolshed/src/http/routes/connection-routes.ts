import type { AuthProvider } from "@toolshed/sdk";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { selectTools } from "../../catalog/select-tools.ts";
import { checkKey } from "../../credential/check-key.ts";
import { type Connection, team } from "../../credential/connections.ts";
import { found } from "../answer.ts";
import type { AppParts } from "../parts.ts";
import { changedOwner } from "./changed-owner.ts";
import { connectionChoice } from "./connection-choice.ts";
import { route } from "./route.ts";

const keyBody = connectionChoice.extend({ key: z.string().trim().min(1).max(10_000) });
const defaultBody = connectionChoice.required({ name: true });

/** What there is to connect, and what is connected. A stored credential never leaves again, but for its last four characters. */
export function connectionRoutes({ providers, credentials, catalog, roles }: AppParts) {
  return [
    route("GET /connections", {}, async ({ caller: { userId, role } }) => {
      const connected = await credentials.connectedTo(userId);
      const connections = await credentials.list(userId);
      const statesOf = (provider: string, ownerId: string) =>
        toStates(
          connections.filter(
            (connection) => connection.provider === provider && connection.ownerId === ownerId,
          ),
        );
      const isAllowed = await roles.allowedTo(role);
      const allowed = await selectTools(catalog, ({ path }) => isAllowed(path));
      const providersNow = [...providers.values()].map((provider) => {
        const { id, type } = provider;
        return {
          ...describeProvider(provider),
          connected: connected.has(id) || type === "none",
          // The default one comes first.
          personal: statesOf(id, userId),
          team: statesOf(id, team),
          fromEnvironment: credentials.isInEnvironment(id),
          // Of those that the caller's role allows.
          toolCount: allowed.filter(({ authProvider }) => authProvider === id).length,
        };
      });
      return { providers: providersNow };
    }),
    route("PUT /connections/:provider", { body: keyBody }, async ({ params, body, caller }) => {
      const provider = found(providers.get(params.provider));
      if (provider.type !== "apiKey") {
        throw new HTTPException(400, { message: `${provider.name} is not connected with a key` });
      }
      const ownerId = changedOwner(provider, caller, body.owner);
      await checkKey(provider, body.key);
      await credentials.saveKey(ownerId, provider.id, body.key, body.name);
    }),
    route("POST /connections/:provider/default", { body: defaultBody }, async ({ params, body, caller }) => {
      const provider = found(providers.get(params.provider));
      const ownerId = changedOwner(provider, caller, body.owner);
      found(await credentials.makeDefault(ownerId, provider.id, body.name));
    }),
    route("DELETE /connections/:provider", { query: connectionChoice }, async ({ params, query, caller }) => {
      const provider = found(providers.get(params.provider));
      const ownerId = changedOwner(provider, caller, query.owner);
      found(await credentials.remove(ownerId, provider.id, query.name));
    }),
  ];
}

function describeProvider(provider: AuthProvider) {
  const { id, name, type, owner = "person" } = provider;
  const key = type === "apiKey" ? provider : undefined;
  return {
    id,
    name,
    type,
    owner,
    whereToFind: key?.whereToFind ?? null,
    url: key?.url ?? null,
    keyHint: key?.format?.hint ?? null,
  };
}

/** One for each name, the default one first: of a key and a grant by one name, the key is used. */
function toStates(connections: readonly Connection[]) {
  const states = new Map<string, ReturnType<typeof toState>>();
  const defaultName = connections[0]?.name;
  for (const connection of connections) {
    const { name, kind } = connection;
    if (kind === "key" || !states.has(name)) states.set(name, toState(connection, name === defaultName));
  }
  return [...states.values()];
}

function toState(
  { name, kind, lastFour, createdAt: connectedAt, expiresAt }: Connection,
  isDefault: boolean,
) {
  return { name, isDefault, kind, lastFour, connectedAt, expiresAt };
}
