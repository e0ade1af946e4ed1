import { UserError } from "../user-error.ts";
import { type Connection, team } from "./connections.ts";
import { isExpired } from "./oauth-tokens.ts";
import { reconnectSentence } from "./reconnecting.ts";

/** What a user can use at this moment: their own connections, the team's, and keys of the environment. Expired ones are left out. */
export type UserConnections = ReturnType<typeof toUserConnections>;

/** The connections come as they are listed, the default of each owner first. */
export function toUserConnections(
  userId: string,
  connections: readonly Connection[],
  {
    isInEnvironment,
    origin,
  }: { isInEnvironment(provider: string): boolean /** Where the dashboard is. */; readonly origin: string },
) {
  const byProvider = new Map<string, readonly Connection[]>();
  const all = (provider: string): readonly Connection[] => byProvider.get(provider) ?? [];
  for (const owner of new Set([userId, team])) {
    for (const connection of connections) {
      const { ownerId, provider } = connection;
      if (ownerId === owner) byProvider.set(provider, [...all(provider), connection]);
    }
  }

  function find(provider: string, name: string | undefined): Connection | undefined {
    const candidates = all(provider);
    for (const owner of [userId, team]) {
      const ofOwner = candidates.filter(({ ownerId }) => ownerId === owner);
      const wanted = name ?? ofOwner[0]?.name;
      const usable = ofOwner.filter((connection) => connection.name === wanted && isUsable(connection));
      const found = usable.find(({ kind }) => kind === "key") ?? usable[0];
      if (found) return found;
    }
    return undefined;
  }

  function names(provider: string): string[] {
    const first = find(provider, undefined);
    const known = all(provider)
      .filter(isUsable)
      .map((connection) => connection.name);
    return [...new Set(first ? [first.name, ...known] : known)];
  }

  /** The sentence about the connection that a call would use, if only a person can mend it. */
  function reconnect(provider: string, name?: string): string | undefined {
    const found = find(provider, name);
    if (!found && name === undefined && isInEnvironment(provider)) return undefined;
    const isBroken = ({ kind, ...one }: Connection) =>
      kind === "grant" && (name === undefined || one.name === name);
    const broken = found ? found.needsReconnect && found : all(provider).find(isBroken);
    return broken ? reconnectSentence(origin, broken) : undefined;
  }

  function problem(provider: string, name: string | undefined): string {
    const there = names(provider);
    const list =
      there.length > 0 ? `There is: ${there.join(", ")}.` : "Connect it in the Toolshed dashboard.";
    const ended = reconnect(provider, name);
    if (ended !== undefined && (name !== undefined || there.length === 0)) return ended;
    if (name !== undefined) return `There is no connection "${name.slice(0, 50)}" of "${provider}". ${list}`;
    return there.length > 0
      ? `The default connection of "${provider}" has ended. Connect it again in the Toolshed dashboard, or name another. ${list}${ended === undefined ? "" : ` ${ended}`}`
      : `No credentials for "${provider}". ${list}`;
  }

  return {
    /** The names to choose from, that of the default first. */
    names,
    reconnect,
    /** Whether there is any of the provider, or the one of this name. */
    has: (provider: string, name?: string): boolean =>
      name === undefined
        ? isInEnvironment(provider) || all(provider).some(isUsable)
        : find(provider, name) !== undefined,
    /**
     * The connection of this name, a person's own before the team's, or the default one. Nothing means the key of the
     * environment. Throws, with the next step, if there is none.
     */
    choose(provider: string, name?: string): Connection | undefined {
      const found = find(provider, name);
      if (found || (name === undefined && isInEnvironment(provider))) return found;
      throw new UserError(problem(provider, name));
    },
  };
}

const isUsable = (connection: Connection): boolean => !isExpired(connection);
