import { remember } from "../store/remember.ts";
import type { Events, WithLock } from "../store/store.ts";
import { type Connection, type Connections, connectionsTopic, team } from "./connections.ts";
import { environmentName } from "./environment-name.ts";
import { type Grant, isExpired, refreshGrant } from "./grant.ts";

/** Who may use which provider, and with what token. */
export interface Credentials {
  /** Rejects with the sentence that tells to connect the provider. */
  resolveToken(userId: string, provider: string): Promise<string>;
  /** Tells of a provider whether `resolveToken` would succeed for the user. */
  connectedTo(userId: string): Promise<(provider: string) => boolean>;
  /** Whether the gateway was started with a key for the provider. */
  isInEnvironment(provider: string): boolean;
  saveKey(ownerId: string, provider: string, key: string): Promise<void>;
  saveGrant(ownerId: string, provider: string, grant: Grant): Promise<void>;
  /** Takes away the key and the grant. Tells whether there was one. */
  remove(ownerId: string, provider: string): Promise<boolean>;
  list(userId: string): Promise<Connection[]>;
}

const refreshTimeoutMs = 20_000;

export function createCredentials(
  connections: Connections,
  environment: NodeJS.ProcessEnv,
  withLock: WithLock,
  events: Events,
): Credentials {
  /** What is connected is asked at every call and changes rarely. */
  const connected = remember<Connection[]>(events, connectionsTopic);

  async function saveGrant(ownerId: string, provider: string, grant: Grant): Promise<void> {
    await connections.save({
      ownerId,
      provider,
      kind: "grant",
      secret: JSON.stringify(grant),
      lastFour: grant.accessToken.slice(-4),
      // A grant that can be refreshed does not end by itself.
      ...(grant.refreshToken === undefined &&
        grant.expiresAt !== undefined && { expiresAt: grant.expiresAt }),
    });
  }

  async function keyOf(ownerId: string, provider: string): Promise<string | undefined> {
    return (await connections.find(ownerId, provider, "key"))?.unseal();
  }

  async function grantedToken(ownerId: string, provider: string): Promise<string | undefined> {
    const readGrant = async (): Promise<Grant | undefined> => {
      const stored = await connections.find(ownerId, provider, "grant");
      return stored && JSON.parse(stored.unseal());
    };
    const grant = await readGrant();
    if (!grant || !isExpired(grant)) return grant?.accessToken;

    // Servers that rotate refresh tokens revoke a grant whose refresh token is used twice.
    return withLock(`grant/${ownerId}/${provider}`, async () => {
      const current = await readGrant();
      if (!current || !isExpired(current)) return current?.accessToken;
      const signal = AbortSignal.timeout(refreshTimeoutMs);
      const refreshed = await refreshGrant(current, signal).catch(() => undefined);
      if (refreshed) await saveGrant(ownerId, provider, refreshed);
      return refreshed?.accessToken;
    });
  }

  const isInEnvironment = (provider: string) => Boolean(environment[environmentName(provider, "API_KEY")]);

  return {
    isInEnvironment,

    async resolveToken(userId, provider) {
      const token =
        (await keyOf(userId, provider)) ??
        (await grantedToken(userId, provider)) ??
        (await keyOf(team, provider)) ??
        (await grantedToken(team, provider)) ??
        environment[environmentName(provider, "API_KEY")];
      if (token) return token;
      throw new Error(`No credentials for "${provider}". Connect it in the Toolshed dashboard.`);
    },

    async connectedTo(userId) {
      const all = await connected(userId, () => connections.list(userId));
      return (provider) =>
        isInEnvironment(provider) ||
        all.some((connection) => connection.provider === provider && !isExpired(connection));
    },

    saveKey: (ownerId, provider, key) =>
      connections.save({ ownerId, provider, kind: "key", secret: key, lastFour: key.slice(-4) }),

    saveGrant,

    remove: (ownerId, provider) => connections.remove(ownerId, provider),

    list: (userId) => connections.list(userId),
  };
}
