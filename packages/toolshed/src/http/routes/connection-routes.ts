import type { AuthProvider } from "@toolshed/sdk";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Catalog } from "../../catalog/catalog.ts";
import { selectTools } from "../../catalog/select-tools.ts";
import { checkKey } from "../../credential/check-key.ts";
import { type Connection, team } from "../../credential/connections.ts";
import type { Credentials } from "../../credential/credentials.ts";
import type { Roles } from "../../policy/roles.ts";
import type { ConnectionState, ProviderAnswer, ProvidersAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { notFound } from "../not-found.ts";
import { changedOwner } from "./changed-owner.ts";
import { connectionChoice } from "./connection-choice.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";

const keyBody = connectionChoice.extend({ key: z.string().trim().min(1).max(10_000) });
const defaultBody = connectionChoice.required({ name: true });

/** What there is to connect, and what is connected. A stored credential never leaves again, but for its last four characters. */
export function connectionRoutes(
  providers: ReadonlyMap<string, AuthProvider>,
  credentials: Credentials,
  catalog: Catalog,
  roles: Roles,
): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>()
    .get("/", async (context) => {
      const { userId, role } = context.get("caller");
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

      return context.json<ProvidersAnswer>({
        providers: [...providers.values()].map((provider) => {
          const { id, type } = provider;
          return {
            ...describeProvider(provider),
            connected: connected.has(id) || type === "none",
            personal: statesOf(id, userId),
            team: statesOf(id, team),
            fromEnvironment: credentials.isInEnvironment(id),
            toolCount: allowed.filter(({ authProvider }) => authProvider === id).length,
          };
        }),
      });
    })
    .put("/:provider", async (context) => {
      const provider = providers.get(context.req.param("provider"));
      if (!provider) return notFound(context);
      if (provider.type !== "apiKey") {
        throw new HTTPException(400, { message: `${provider.name} is not connected with a key` });
      }
      const { key, owner, name } = await readBody(context, keyBody);
      const ownerId = changedOwner(provider, context.get("caller"), owner);
      await checkKey(provider, key);
      await credentials.saveKey(ownerId, provider.id, key, name);
      return context.json({});
    })
    .post("/:provider/default", async (context) => {
      const provider = providers.get(context.req.param("provider"));
      if (!provider) return notFound(context);
      const { owner, name } = await readBody(context, defaultBody);
      const ownerId = changedOwner(provider, context.get("caller"), owner);
      const isMade = await credentials.makeDefault(ownerId, provider.id, name);
      return isMade ? context.json({}) : notFound(context);
    })
    .delete("/:provider", async (context) => {
      const provider = providers.get(context.req.param("provider"));
      if (!provider) return notFound(context);
      const { owner, name } = await readQuery(context, connectionChoice);
      const ownerId = changedOwner(provider, context.get("caller"), owner);
      const removed = await credentials.remove(ownerId, provider.id, name);
      return removed ? context.json({}) : notFound(context);
    });
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
  } satisfies Partial<ProviderAnswer>;
}

/** One for each name, the default one first: of a key and a grant by one name, the key is used. */
function toStates(connections: readonly Connection[]): ConnectionState[] {
  const states = new Map<string, ConnectionState>();
  const defaultName = connections[0]?.name;
  for (const { name, kind, lastFour, createdAt: connectedAt, expiresAt } of connections) {
    const isDefault = name === defaultName;
    if (kind === "key" || !states.has(name))
      states.set(name, { name, isDefault, kind, lastFour, connectedAt, expiresAt });
  }
  return [...states.values()];
}
