import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../../policy/caller.ts";
import type { ClientTickets } from "./client-tickets.ts";
import type { McpEndpoint } from "./endpoint.ts";
import { type Client, readInitialize, unknownClient } from "./envelope.ts";
import type { RpcRequest } from "./message.ts";
import { badRequest, errorCodes } from "./protocol-error.ts";
import type { Session } from "./session.ts";
import { createSessions, sessionNotFound } from "./sessions.ts";
import { isLegacyVersion, legacyVersions } from "./versions.ts";

/** A client of an older revision. */
export interface LegacyClient {
  readonly client: Client;
  readonly session?: Session;
  /** The session id of a client without a session in memory. */
  readonly ticket?: string;
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LegacyRequest {
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  readonly endpoint: McpEndpoint;
}

/** Recognizes clients of older revisions, which identify themselves only once, by the session id they get then. */
export type LegacyClients = ReturnType<typeof createLegacyClients>;

const sessionHeader = "mcp-session-id";

export function createLegacyClients(tickets: ClientTickets) {
  const sessions = createSessions();

  function sessionOf({ headers, caller }: LegacyRequest): Session {
    const id = headers[sessionHeader];
    if (id === undefined) throw badRequest(errorCodes.refused, "Bad Request: Server not initialized");
    const session = sessions.find(String(id), caller);
    checkVersion(headers);
    return session;
  }

  const within = (session: Session): LegacyClient => ({
    client: session.client,
    session,
    headers: { [sessionHeader]: session.id },
  });

  return {
    async begin(
      { headers, caller, endpoint }: LegacyRequest,
      { params = {} }: RpcRequest,
    ): Promise<LegacyClient> {
      const client = readInitialize(params);
      if (!client) return { client: unknownClient(headers["user-agent"]) };
      if (endpoint.attach) return within(await sessions.begin(endpoint, client, caller));
      return { client, headers: { [sessionHeader]: tickets.issue(client, caller.endpointId ?? "") } };
    },

    /** Throws if the session is unknown. A client may have none, unless the endpoint needs sessions. */
    recognize(request: LegacyRequest): LegacyClient {
      const { headers, caller, endpoint } = request;
      if (endpoint.attach) return within(sessionOf(request));
      checkVersion(headers);
      const id = headers[sessionHeader];
      if (id === undefined) return { client: unknownClient(headers["user-agent"]) };
      const ticket = String(id);
      const client = tickets.read(ticket, caller.endpointId ?? "");
      if (!client) throw sessionNotFound();
      return { client, ticket };
    },

    /** The session of a request. Throws if there is none. */
    sessionOf,
    end: sessions.end,
    beat: sessions.beat,
    close: sessions.close,
  };
}

function checkVersion(headers: IncomingHttpHeaders): void {
  const version = headers["mcp-protocol-version"];
  if (version === undefined || isLegacyVersion(String(version))) return;
  throw badRequest(
    errorCodes.refused,
    `Bad Request: Unsupported protocol version: ${version} (supported versions: ${legacyVersions.join(", ")})`,
  );
}
