import type { AuthProvider } from "@toolshed/sdk";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import { checkKey } from "../credential/check-key.ts";
import { type Connection, team } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { Caller } from "../policy/caller.ts";
import { isAdmin } from "../policy/is-admin.ts";
import type { Roles } from "../policy/roles.ts";
import type { ConnectionState, ProviderAnswer, ProvidersAnswer } from "./api.ts";
import type { ApiEnvironment } from "./api-environment.ts";
import { notFound } from "./not-found.ts";
import { readBody } from "./read-body.ts";

const owners = z.enum(["person", "team"]);
const keyBody = z.object({ key: z.string().trim().min(1).max(10_000), owner: owners.optional() });

/** What there is to connect, and what is connected. A stored credential never leaves again, but for its last four characters. */
export function connectionRoutes(
  providers: ReadonlyMap<string, AuthProvider>,
  credentials: Credentials,
  catalog: Catalog,
  roles: Roles,
): Hono<ApiEnvironment> {
  const ownerOf = (provider: AuthProvider, userId: string) => (provider.owner === "team" ? team : userId);

  /** Whose connection the caller wants to change, which for the team's only an admin may. */
  function changedOwner(provider: AuthProvider, caller: Caller, wanted = provider.owner): string {
    if (wanted !== "team") return caller.userId;
    if (isAdmin(caller)) return team;
    throw new HTTPException(403, { message: "Only an admin can change what the team has connected" });
  }

  return new Hono<ApiEnvironment>()
    .get("/", async (context) => {
      const { userId, role } = context.get("caller");
      const isConnected = await credentials.connectedTo(userId);
      const connections = await credentials.list(userId);
      const stateOf = (provider: string, ownerId: string) =>
        toState(
          connections.find(
            (connection) => connection.provider === provider && connection.ownerId === ownerId,
          ),
        );
      const isAllowed = await roles.allowedTo(role);
      const allowed = catalog.tools.filter(({ path }) => isAllowed(path));

      return context.json<ProvidersAnswer>({
        providers: [...providers.values()].map((provider) => {
          const { id, type } = provider;
          return {
            ...describeProvider(provider),
            connected: isConnected(id) || type === "none",
            lastFour: stateOf(id, ownerOf(provider, userId))?.lastFour ?? null,
            personal: stateOf(id, userId),
            team: stateOf(id, team),
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
      const { key, owner } = await readBody(context, keyBody);
      const ownerId = changedOwner(provider, context.get("caller"), owner);
      await checkKey(provider, key);
      await credentials.saveKey(ownerId, provider.id, key);
      return context.json({});
    })
    .delete("/:provider", async (context) => {
      const provider = providers.get(context.req.param("provider"));
      if (!provider) return notFound(context);
      const wanted = owners.optional().safeParse(context.req.query("owner"));
      if (!wanted.success) throw new HTTPException(400, { message: "owner: person or team" });
      const ownerId = changedOwner(provider, context.get("caller"), wanted.data);
      const removed = await credentials.remove(ownerId, provider.id);
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

function toState(connection: Connection | undefined): ConnectionState | null {
  if (!connection) return null;
  const { kind, lastFour, createdAt: connectedAt, expiresAt } = connection;
  return { kind, lastFour, connectedAt, expiresAt };
}
