import { remember } from "../store/remember.ts";
import type { Events, WithLock } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import { defaultConnectionName } from "./connection-name.ts";
import {
  type Connection,
  type ConnectionId,
  type Connections,
  connectionsTopic,
  type Secret,
} from "./connections.ts";
import { environmentName } from "./environment-name.ts";
import { isExpired, type OAuthGrant } from "./grant.ts";
import { toUserConnections, type UserConnections } from "./user-connections.ts";

/** Who may use which provider, and with what token. Without a name, the default connection of the owner is meant. */
export type Credentials = ReturnType<typeof createCredentials>;

const refreshTimeoutMs = 20_000;

export function createCredentials(
  connections: Connections,
  environment: NodeJS.ProcessEnv,
  withLock: WithLock,
  events: Events,
) {
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

  async function grantedToken(connection: Connection): Promise<string | undefined> {
    const readGrant = async (): Promise<OAuthGrant | undefined> => {
      const stored = await connections.read(connection);
      return stored === undefined ? undefined : JSON.parse(stored);
    };
    const grant = await readGrant();
    if (!grant || !isExpired(grant)) return grant?.accessToken;

    const { ownerId, provider, name } = connection;
    // Servers that rotate refresh tokens revoke a grant whose refresh token is used twice.
    return withLock(`grant/${ownerId}/${provider}/${name}`, async () => {
      const current = await readGrant();
      if (!current || !isExpired(current)) return current?.accessToken;
      const signal = AbortSignal.timeout(refreshTimeoutMs);
      const { refreshGrant } = await import("./refresh-grant.ts");
      const refreshed = await refreshGrant(current, signal).catch(() => undefined);
      if (refreshed) await connections.renew(connection, toSecret(refreshed));
      return refreshed?.accessToken;
    });
  }

  async function tokenOf(provider: string, connection: Connection | undefined): Promise<string> {
    const stored = (chosen: Connection) =>
      chosen.kind === "key" ? connections.read(chosen) : grantedToken(chosen);
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
    async saveKey(ownerId: string, provider: string, key: string, name?: string): Promise<string> {
      const id = await idOf(ownerId, provider, name);
      await connections.save(id, "key", { secret: key, lastFour: key.slice(-4) });
      return id.name;
    },

    async saveGrant(ownerId: string, provider: string, grant: OAuthGrant, name?: string): Promise<string> {
      const id = await idOf(ownerId, provider, name);
      await connections.save(id, "grant", toSecret(grant));
      return id.name;
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

const toSecret = (grant: OAuthGrant): Secret => ({
  secret: JSON.stringify(grant),
  lastFour: grant.accessToken.slice(-4),
  // A grant that can be refreshed does not expire.
  ...(grant.refreshToken === undefined && grant.expiresAt !== undefined && { expiresAt: grant.expiresAt }),
});
