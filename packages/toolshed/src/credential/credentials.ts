import { remember } from "../store/remember.ts";
import type { Events, WithLock } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import {
  type Connection,
  type ConnectionId,
  type ConnectionKind,
  type Connections,
  connectionsTopic,
  defaultConnectionName,
  type Secret,
} from "./connections.ts";
import { isExpired, type OAuthTokens } from "./oauth-tokens.ts";
import { toUserConnections, type UserConnections } from "./user-connections.ts";

/** Who may use which provider, and with what token. Without a name, the default connection of the owner is meant. */
export type Credentials = ReturnType<typeof createCredentials>;

type OnConnected = (provider: string, by: { userId: string; connection: string }) => Promise<void>;

const refreshTimeoutMs = 20_000;

export function createCredentials(
  connections: Connections,
  environment: NodeJS.ProcessEnv,
  withLock: WithLock,
  events: Events,
) {
  let onConnected: OnConnected | undefined;
  /** What is connected is asked at every call and changes rarely. */
  const connected = remember<UserConnections>(events, connectionsTopic);

  const keyInEnvironment = (provider: string) => environment[environmentName(provider, "API_KEY")];
  const isInEnvironment = (provider: string) => Boolean(keyInEnvironment(provider));
  const connectedTo = (userId: string) =>
    connected(userId, async () => toUserConnections(userId, await connections.list(userId), isInEnvironment));

  async function idOf(ownerId: string, provider: string, name?: string): Promise<ConnectionId> {
    if (name !== undefined) return { ownerId, provider, name };
    const first = (await connections.list(ownerId)).find(
      (connection) => connection.ownerId === ownerId && connection.provider === provider,
    );
    return { ownerId, provider, name: first?.name ?? defaultConnectionName };
  }

  async function save(
    kind: ConnectionKind,
    secret: Secret,
    ownerId: string,
    provider: string,
    name?: string,
  ): Promise<string> {
    const id = await idOf(ownerId, provider, name);
    await connections.save(id, kind, secret);
    await onConnected?.(provider, { userId: ownerId, connection: id.name });
    return id.name;
  }

  async function oauthToken(connection: Connection): Promise<string | undefined> {
    const readTokens = async (): Promise<OAuthTokens | undefined> => {
      const stored = await connections.read(connection);
      return stored === undefined ? undefined : JSON.parse(stored);
    };
    const tokens = await readTokens();
    if (!tokens || !isExpired(tokens)) return tokens?.accessToken;

    const { ownerId, provider, name } = connection;
    // Servers that rotate refresh tokens revoke a grant whose refresh token is used twice.
    return withLock(`grant/${ownerId}/${provider}/${name}`, async () => {
      const current = await readTokens();
      if (!current || !isExpired(current)) return current?.accessToken;
      const signal = AbortSignal.timeout(refreshTimeoutMs);
      const { refreshTokens } = await import("./refresh-tokens.ts");
      const refreshed = await refreshTokens(current, signal).catch(() => undefined);
      if (refreshed) await connections.renew(connection, toSecret(refreshed));
      return refreshed?.accessToken;
    });
  }

  async function tokenOf(provider: string, connection: Connection | undefined): Promise<string> {
    const stored = (chosen: Connection) =>
      chosen.kind === "key" ? connections.read(chosen) : oauthToken(chosen);
    const token = connection ? await stored(connection) : keyInEnvironment(provider);
    if (token) return token;
    throw new UserError(
      connection && connection.name !== defaultConnectionName
        ? `No credentials for "${provider}" by the name "${connection.name}". Connect it again in the Toolshed dashboard.`
        : `No credentials for "${provider}". Connect it in the Toolshed dashboard.`,
    );
  }

  return {
    /** What the user can choose from, kept in memory until it changes. */
    connectedTo,
    /** Whether the gateway was started with a key for the provider. */
    isInEnvironment,
    /** The token of a connection that was chosen, or else of the environment. Rejects if it is there no longer. */
    tokenOf,

    /** Rejects with the sentence that tells to connect the provider. */
    resolveToken: async (userId: string, provider: string, name?: string): Promise<string> =>
      tokenOf(provider, (await connectedTo(userId)).choose(provider, name)),

    /** Replaces the one of the name, if there is one. Gives its name. */
    saveKey: (ownerId: string, provider: string, key: string, name?: string): Promise<string> =>
      save("key", { secret: key, lastFour: key.slice(-4) }, ownerId, provider, name),

    saveTokens: (ownerId: string, provider: string, tokens: OAuthTokens, name?: string): Promise<string> =>
      save("grant", toSecret(tokens), ownerId, provider, name),

    /** Awaits the listener after each connection that is made or replaced. */
    onConnected(listener: OnConnected): void {
      onConnected = listener;
    },

    /** Tells whether there was such a one. */
    remove: async (ownerId: string, provider: string, name?: string): Promise<boolean> =>
      connections.remove(await idOf(ownerId, provider, name)),

    /** Forgets what everyone has given for a provider that is no longer there. */
    removeAll: (provider: string): Promise<void> => connections.removeAll(provider),

    makeDefault: (ownerId: string, provider: string, name: string): Promise<boolean> =>
      connections.makeDefault({ ownerId, provider, name }),

    list: (userId: string): Promise<Connection[]> => connections.list(userId),
  };
}

const toSecret = (tokens: OAuthTokens): Secret => ({
  secret: JSON.stringify(tokens),
  lastFour: tokens.accessToken.slice(-4),
  // An access token that can be refreshed does not expire.
  ...(tokens.refreshToken === undefined && tokens.expiresAt !== undefined && { expiresAt: tokens.expiresAt }),
});

/** `granola-personal`, `API_KEY` → `GRANOLA_PERSONAL_API_KEY` */
export const environmentName = (provider: string, ending: string): string =>
  `${provider.toUpperCase().replaceAll("-", "_")}_${ending}`;
