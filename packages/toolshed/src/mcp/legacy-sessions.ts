import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Caller } from "../policy/caller.ts";
import { canAsk } from "./can-ask.ts";
import type { McpRequest } from "./read-message.ts";
import { createSourceServer, type SourceServer, type SourceServerParts } from "./source-server.ts";

/**
 * Sessions of clients before 2026-07-28, who can be asked and told something only within one. A session serves the
 * token that began it, as long as that is allowed what it was then, and lives in this process: another gateway does not
 * know it, and the client begins anew.
 */
export interface LegacySessions {
  fetch(asked: McpRequest, caller: Caller, sourceId: string): Promise<Response>;
  close(): Promise<void>;
}

interface LegacySession {
  readonly owner: string;
  readonly userId: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Counts a stream on which the client hears what is no answer, until it goes. */
  listen(signal: AbortSignal): void;
  end(): Promise<void>;
  idle: NodeJS.Timeout | undefined;
}

const idleMs = 30 * 60 * 1000;
const maxSessions = 1_000;
const maxOwnSessions = 200;

export function createLegacySessions(parts: SourceServerParts): LegacySessions {
  const sessions = new Map<string, LegacySession>();
  const ownerOf = (caller: Caller) => JSON.stringify(caller);

  async function begin(caller: Caller, sourceId: string): Promise<LegacySession> {
    const made = await createSourceServer(sourceId, caller, "legacy", parts);
    let streams = 0;
    const unsubscribe = await relay(made, caller, sourceId, () => streams > 0);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => keep(id, session),
    });
    const session: LegacySession = {
      owner: ownerOf(caller),
      userId: caller.userId,
      transport,
      idle: undefined,
      listen(signal) {
        if (signal.aborted) return;
        streams += 1;
        signal.addEventListener("abort", () => {
          streams -= 1;
        });
      },
      async end() {
        clearTimeout(session.idle);
        if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
        unsubscribe();
        await made.close();
      },
    };
    await made.server.connect(transport);
    made.server.onclose = () => endQuietly(session);
    return session;
  }

  function keep(id: string, session: LegacySession): void {
    // The one that was idle for longest makes way: of the same person, who cannot push out the sessions of others.
    const own = [...sessions.values()].filter(({ userId }) => userId === session.userId);
    const oldest = own.length >= maxOwnSessions ? own[0] : [...sessions.values()][0];
    if (oldest && (own.length >= maxOwnSessions || sessions.size >= maxSessions)) endQuietly(oldest);
    sessions.set(id, session);
  }

  /** Passes on what happens outside of requests. */
  async function relay(
    { server }: SourceServer,
    caller: Caller,
    source: string,
    isListening: () => boolean,
  ): Promise<() => void> {
    const notify = (method: string, params: Readonly<Record<string, unknown>> = {}) => {
      server.notification({ method, params: { ...params } } as never).catch(() => {});
    };
    const stopTools = parts.catalog.subscribe((id) => {
      if (id === source) notify("notifications/tools/list_changed");
    });
    const subscription = await parts.forward.subscribe(
      { caller, source },
      ({ method, params }) => notify(method, params),
      {
        isListening,
        async list() {
          const hasRoots = canAsk(server.getClientCapabilities(), "roots/list");
          return hasRoots ? { ...(await server.listRoots()) } : undefined;
        },
      },
    );
    server.setNotificationHandler("notifications/roots/list_changed", () => subscription.rootsChanged());
    return () => {
      stopTools();
      subscription.close();
    };
  }

  async function serve(session: LegacySession, { request, message }: McpRequest): Promise<Response> {
    clearTimeout(session.idle);
    const id = session.transport.sessionId;
    if (id !== undefined && sessions.delete(id)) sessions.set(id, session);
    const response = await session.transport.handleRequest(request, { parsedBody: message });
    if (request.method === "GET" && response.ok) session.listen(request.signal);
    session.idle = setTimeout(endQuietly, idleMs, session).unref();
    return response;
  }

  return {
    async fetch(asked, caller, sourceId) {
      const id = asked.request.headers.get("mcp-session-id");
      if (id !== null) {
        const session = sessions.get(id);
        return session?.owner === ownerOf(caller) ? serve(session, asked) : unknownSession();
      }
      const session = await begin(caller, sourceId);
      const response = await serve(session, asked);
      // Whatever did not begin a session leaves nothing behind.
      if (session.transport.sessionId === undefined) await session.end();
      return response;
    },

    async close() {
      await Promise.all([...sessions.values()].map((session) => session.end()));
    },
  };
}

/** Nobody waits for the end of a session that its client has left. */
function endQuietly(session: LegacySession): void {
  session.end().catch(() => {});
}

const unknownSession = (): Response =>
  Response.json(
    { jsonrpc: "2.0", error: { code: -32001, message: "Session not found" }, id: null },
    { status: 404 },
  );
