import type { Caller } from "../../policy/caller.ts";
import type { McpEndpoint } from "./endpoint.ts";
import type { Client } from "./envelope.ts";
import { errorCodes, ProtocolError } from "./protocol-error.ts";
import { Session } from "./session.ts";

interface Kept {
  readonly session: Session;
  readonly owner: string;
  readonly userId: string;
  idle: NodeJS.Timeout;
}

const idleMs = 30 * 60 * 1000;
const maxSessions = 1_000;
const maxOwnSessions = 200;

/**
 * Sessions of clients before 2026-07-28, which can receive requests and notifications only within one. A session belongs
 * to the token that began it, as long as the token's permissions stay the same. It lives in this process: another gateway
 * answers 404, and the client begins a new one.
 */
export function createSessions() {
  /** Least recently used first. */
  const sessions = new Map<string, Kept>();
  const ownerOf = (caller: Caller) => JSON.stringify(caller);

  async function end(session: Session): Promise<void> {
    clearTimeout(sessions.get(session.id)?.idle);
    sessions.delete(session.id);
    await session.end();
  }

  /** For sessions that the client has left: nothing waits for their end. */
  function endQuietly(session: Session): void {
    end(session).catch(() => {});
  }

  /** Ends the least recently used session: first of the same person, who cannot push out sessions of others. */
  function makeRoom(userId: string): void {
    const own = [...sessions.values()].filter((kept) => kept.userId === userId);
    const oldest = own.length >= maxOwnSessions ? own[0] : [...sessions.values()][0];
    if (oldest && (own.length >= maxOwnSessions || sessions.size >= maxSessions)) endQuietly(oldest.session);
  }

  const startIdling = (session: Session) => setTimeout(endQuietly, idleMs, session).unref();

  return {
    async begin(endpoint: McpEndpoint, client: Client, caller: Caller): Promise<Session> {
      const session = new Session(client, await endpoint.describe("legacy", caller));
      session.attachment = await endpoint.attach?.(session, caller);
      makeRoom(caller.userId);
      const idle = startIdling(session);
      sessions.set(session.id, { session, owner: ownerOf(caller), userId: caller.userId, idle });
      return session;
    },

    /** Throws if the id is unknown or belongs to another caller. */
    find(id: string, caller: Caller): Session {
      const kept = sessions.get(id);
      if (kept?.owner !== ownerOf(caller)) throw sessionNotFound();
      clearTimeout(kept.idle);
      kept.idle = startIdling(kept.session);
      sessions.delete(id);
      sessions.set(id, kept);
      return kept.session;
    },

    end,

    /** Keeps idle streams alive. */
    beat(): void {
      for (const { session } of sessions.values()) session.beat();
    },

    async close(): Promise<void> {
      await Promise.all([...sessions.values()].map(({ session }) => end(session)));
    },
  };
}

export const sessionNotFound = (): ProtocolError =>
  new ProtocolError(errorCodes.sessionNotFound, "Session not found", 404);
