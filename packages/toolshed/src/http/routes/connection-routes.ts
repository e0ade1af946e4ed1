import { createHash } from "node:crypto";
import type { AuthProvider } from "@toolshed/sdk";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { selectTools } from "../../catalog/select-tools.ts";
import { checkKey } from "../../credential/check-key.ts";
import { type Connection, isConnectionName, team } from "../../credential/connections.ts";
import { isExpired } from "../../credential/oauth-tokens.ts";
import { reconnectUrl } from "../../credential/reconnecting.ts";
import { type Caller, isAdmin } from "../../policy/caller.ts";
import { UserError } from "../../user-error.ts";
import { found, refuse } from "../answer.ts";
import type { AppParts } from "../parts.ts";
import { route } from "./route.ts";

/** Which connection of a provider is meant. */
const connectionChoice = z.object({
  owner: z.enum(["person", "team"]).optional(),
  name: z
    .string()
    .trim()
    .refine(isConnectionName, "at most 50 letters, digits, spaces and . _ @ + -, such as work")
    .optional(),
});

const keyBody = connectionChoice.extend({ key: z.string().trim().min(1).max(10_000) });
const defaultBody = connectionChoice.required({ name: true });

const closeScript = "window.close()";
const scriptHash = createHash("sha256").update(closeScript).digest("base64");
const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** What there is to connect, and what is connected. A stored credential never leaves again, but for its last four characters. */
export function connectionRoutes(parts: AppParts) {
  const { providers, credentials, catalog, roles, authorizations, origin } = parts;

  /** The provider, and whose connection the caller wants to change, which for the team's only an admin may. */
  function find(id: string, caller: Caller, owner?: AuthProvider["owner"]) {
    const provider = found(providers.get(id));
    const isTeam = (owner ?? provider.owner) === "team";
    if (isTeam && !isAdmin(caller)) refuse("Only an admin can change what the team has connected");
    return { provider, ownerId: isTeam ? team : caller.userId };
  }

  return [
    route("GET /connections", {}, async ({ caller: { userId, role } }) => {
      const connected = await credentials.connectedTo(userId);
      const connections = await credentials.list(userId);
      const statesOf = (provider: string, ownerId: string) =>
        toStates(
          connections.filter(
            (connection) => connection.provider === provider && connection.ownerId === ownerId,
          ),
          origin,
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
      const { provider, ownerId } = find(params.provider, caller, body.owner);
      if (provider.type !== "apiKey") {
        throw new HTTPException(400, { message: `${provider.name} is not connected with a key` });
      }
      await checkKey(provider, body.key);
      await credentials.saveKey(ownerId, provider.id, body.key, body.name);
    }),
    route("POST /connections/:provider/default", { body: defaultBody }, async ({ params, body, caller }) => {
      const { provider, ownerId } = find(params.provider, caller, body.owner);
      found(await credentials.makeDefault(ownerId, provider.id, body.name));
    }),
    route("DELETE /connections/:provider", { query: connectionChoice }, async ({ params, query, caller }) => {
      const { provider, ownerId } = find(params.provider, caller, query.owner);
      found(await credentials.remove(ownerId, provider.id, query.name));
    }),
    route(
      "POST /connections/:provider/authorize",
      { body: connectionChoice },
      async ({ params, body: { owner, name }, caller, context }) => {
        const { provider, ownerId } = find(params.provider, caller, owner);
        const visitor = { userId: caller.userId, ownerId, browser: sessionOf(context) };
        // Where the person goes to give access.
        return { url: await authorizations.begin(provider.id, visitor, name) };
      },
    ),
    // The page that people come back to.
    route("GET /connections/callback", {}, async ({ caller: { userId }, context }) => {
      const answer = new URL(context.req.url).searchParams;
      context.header("Content-Security-Policy", policy);
      try {
        await authorizations.finish(answer, { userId, browser: sessionOf(context) });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return context.html(page("Not connected", error.message), 400);
      }
      return context.html(page("Connected", "You can close this window.", closeScript));
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
function toStates(connections: readonly Connection[], origin: string) {
  const states = new Map<string, ReturnType<typeof toState>>();
  const defaultName = connections[0]?.name;
  for (const connection of connections) {
    const { name, kind } = connection;
    if (kind === "key" || !states.has(name))
      states.set(name, toState(connection, name === defaultName, origin));
  }
  return [...states.values()];
}

function toState(connection: Connection, isDefault: boolean, origin: string) {
  const { name, kind, lastFour, createdAt: connectedAt, expiresAt } = connection;
  const { tokenExpiresAt, refreshedAt, lastError, lastErrorAt, needsReconnect } = connection;
  const isBroken = kind === "grant" && (needsReconnect || isExpired(connection));
  return {
    name,
    isDefault,
    kind,
    lastFour,
    connectedAt,
    // When the connection ends, unless it is refreshed automatically.
    expiresAt,
    // How that went, and when it happens next.
    tokenExpiresAt,
    refreshedAt,
    lastError,
    lastErrorAt,
    needsReconnect: isBroken,
    // Where a person mends it with one click.
    reconnectUrl: isBroken ? reconnectUrl(origin, connection) : null,
  };
}

/** One sign-in of one browser, without what would let anyone else use it. */
function sessionOf(context: Context): string | undefined {
  const pairs = (context.req.header("cookie") ?? "").split(";").map((pair) => pair.split("=", 2));
  const cookie = pairs.find(([name = ""]) => name.endsWith("session_token"))?.[1];
  return cookie && createHash("sha256").update(cookie).digest("hex");
}

/** Everything in it is ours: nothing that a service has sent. */
const page = (title: string, text: string, script = ""): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p>${script && `<script>${script}</script>`}</html>`;
