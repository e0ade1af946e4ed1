import { remember } from "../store/remember.ts";
import type { Events } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import {
  type Connection,
  type ConnectionId,
  type ConnectionKind,
  connectionsTopic,
  defaultConnectionName,
  type Secret,
} from "./connections.ts";
import { FreshTokens, type FreshTokensParts, toSecret } from "./fresh-tokens.ts";
import type { OAuthTokens } from "./oauth-tokens.ts";
import { toUserConnections, type UserConnections } from "./user-connections.ts";

/** Who may use which provider, and with what token. Without a name, the default connection of the owner is meant. */
export type Credentials = ReturnType<typeof createCredentials>;

export interface CredentialsParts extends FreshTokensParts {
  readonly environment: NodeJS.ProcessEnv;
  readonly events: Events;
}

type OnConnected = (provider: string, by: { userId: string; connection: string }) => Promise<void>;

export function createCredentials(parts: CredentialsParts) {
  const { connections, environment, events, origin } = parts;
  let onConnected: OnConnected | undefined;
  const freshTokens = new FreshTokens(parts);
  /** What is connected is asked at every call and changes rarely. */
  const connected = remember<UserConnections>(events, connectionsTopic);

  const keyInEnvironment = (provider: string) => environment[environmentName(provider, "API_KEY")];
  const isInEnvironment = (provider: string) => Boolean(keyInEnvironment(provider));
  const connectedTo = (userId: string) =>
    connected(userId, async () =>
      toUserConnections(userId, await connections.list(userId), { isInEnvironment, origin }),
    );

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

  async function tokenOf(provider: string, connection: Connection | undefined): Promise<string> {
    const stored = async (chosen: Connection) =>
      chosen.kind === "key" ? (await connections.read(chosen))?.secret : freshTokens.read(chosen);
    const token = connection ? await stored(connection) : keyInEnvironment(provider);
    if (token) return token;
    throw new UserError(
      connection && connection.name !== defaultConnectionName
        ? `No credentials for "${provider}" by the name "${connection.name}". Connect it again in the Toolshed dashboard.`
        : `No credentials for "${provider}". Connect it in the Toolshed dashboard.`,
    );
  }

  const choose = async (userId: string, provider: string, name?: string) =>
    (await connectedTo(userId)).choose(provider, name);

  return {
    /** What the user can choose from, kept in memory until it changes. */
    connectedTo,
    /** Whether the gateway was started with a key for the provider. */
    isInEnvironment,
    /** The token of a connection that was chosen, or else of the environment. Rejects if it is there no longer. */
    tokenOf,

    /** Rejects with the sentence that tells to connect the provider. */
    resolveToken: async (userId: string, provider: string, name?: string): Promise<string> =>
      tokenOf(provider, await choose(userId, provider, name)),

    choose,

    /** Another token in place of one that the service refused. Nothing if there is none, as for keys. */
    renewToken: async (connection: Connection | undefined, refused: string): Promise<string | undefined> =>
      connection?.kind === "grant" ? freshTokens.renew(connection, refused) : undefined,

    /** Refreshes tokens before they expire, for as long as the signal lets it. */
    refreshDue: (signal: AbortSignal): Promise<void> => freshTokens.refreshDue(signal),

    /** Keeps connections alive that nobody uses. */
    refreshIdle: (signal: AbortSignal): Promise<void> => freshTokens.refreshIdle(signal),

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

/** `granola-personal`, `API_KEY` → `GRANOLA_PERSONAL_API_KEY` */
export const environmentName = (provider: string, ending: string): string =>
  `${provider.toUpperCase().replaceAll("-", "_")}_${ending}`;
