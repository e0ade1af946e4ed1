import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Accounts } from "../../account/accounts.ts";
import type { User } from "../../account/user.ts";
import { toCaller } from "../../endpoint/current-caller.ts";
import type { Endpoint, Endpoints } from "../../endpoint/endpoints.ts";
import { type Caller, isAdmin } from "../../policy/caller.ts";
import { everything } from "../../policy/scope.ts";
import type { LiveTickets } from "../../view/live/live-tickets.ts";
import { type Answer, notFoundAnswer, tooManyRequestsAnswer } from "../answer.ts";
import { isLivePath, isLiveStream, laneIn } from "./live-paths.ts";
import type { RequestLimits } from "./request-limits.ts";

/** What is known of a request before its body is read. */
export interface ArrivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Looked up only where it counts. */
  clientAddress(): string;
}

export interface Admitted {
  readonly door: "mcp" | "agent" | "person" | "view" | "stranger";
  /** Who shares limits with whom: a person's requests, or those of an address without a credential. */
  readonly key: string;
  readonly maxBodyBytes: number;
  /** The caller that comes with an endpoint's token. */
  readonly agent?: AgentCaller | undefined;
  /** The person who has signed in, or uses the command. */
  readonly caller?: Caller | undefined;
  readonly user?: User | undefined;
}

export interface AgentCaller {
  readonly endpointId: string;
  readonly kind: Endpoint["kind"];
  readonly caller: Caller;
}

export type Admission = Admitted | { readonly refused: Answer };

/** Decides from the URL and the headers alone who a request is from, and how much of it is read. */
export type Admit = (request: ArrivedRequest) => Promise<Admission>;

export interface AdmitParts {
  readonly endpoints: Endpoints;
  readonly limits: RequestLimits;
  readonly liveTickets: Pick<LiveTickets, "readLane">;
  readonly accounts: Accounts;
  /** By which commands of the home's owner are known. */
  readonly commandSecret: string;
  /** The names of our MCP URL, the one for links first. */
  readonly mcpResources: readonly string[];
  /** Resolves when this gateway knows what was changed before, also on another one. */
  catchUp(): Promise<void>;
}

const mcpPath = /^\/api\/mcp(?:\/(.*))?$/;
const documentPath = /^\/api\/v1\/sources(\/detect|\/preview|\/[^/]+\/(?:document|settings))?$/;
const kb = 1024;
/** Signing in, registering a client, accepting an invitation: nothing that a stranger sends is longer. */
const maxStrangerBytes = 64 * kb;
const maxBytes = 4 * kb * kb;
/** The description of an API can be this long. */
const maxDocumentBytes = 40 * kb * kb;

const unknownAgent: Answer = {
  status: 401,
  body: { error: "Give the token of an endpoint: toolshed login <url>" },
};
const unknownPerson: Answer = {
  status: 401,
  body: { error: 'Sign in with the link that "toolshed status" prints' },
};

/** Pages of any origin read it, to ask for another ticket. */
export const unknownTicket: Answer = {
  status: 401,
  headers: { "Access-Control-Allow-Origin": "*" },
  body: { error: "The ticket has expired or is for something else: open the View again" },
};

const isBelow = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

export function createAdmit(parts: AdmitParts): Admit {
  const { accounts, endpoints, limits, mcpResources } = parts;
  const authenticate = createAuthenticate(accounts, parts.commandSecret);

  const stranger = ({ clientAddress }: ArrivedRequest): Admitted => ({
    door: "stranger",
    key: `address ${clientAddress()}`,
    maxBodyBytes: maxStrangerBytes,
  });

  /** Nothing if the token opens nothing, or the person who had it is no longer there. */
  async function agentOf(token: string): Promise<AgentCaller | undefined> {
    const endpoint = await endpoints.findByToken(token);
    if (!endpoint) return undefined;
    const role = endpoint.role ?? (await accounts.roleOf(endpoint.userId));
    if (role === undefined) return undefined;
    return { endpointId: endpoint.id, kind: endpoint.kind, caller: toCaller(endpoint, role) };
  }

  async function admitAgent(agent: AgentCaller, door: "mcp" | "agent"): Promise<Admission> {
    const waitMs = await limits.calls.take(agent.endpointId);
    if (waitMs !== undefined) return { refused: tooManyRequestsAnswer(waitMs) };
    endpoints.noteUse(agent.endpointId);
    return { door, key: agent.caller.userId, maxBodyBytes: maxBytes, agent };
  }

  async function refuse({ clientAddress }: ArrivedRequest, refused: Answer): Promise<Admission> {
    const waitMs = await limits.misses.take(clientAddress());
    return { refused: waitMs === undefined ? refused : tooManyRequestsAnswer(waitMs) };
  }

  async function admitToMcp(request: ArrivedRequest, tokenInUrl: string | undefined): Promise<Admission> {
    const { headers } = request;
    const token = tokenInUrl ?? bearerToken(headers.authorization);
    // Without a token nothing was guessed: clients ask like this to learn where to sign in.
    if (token === undefined) return { refused: unauthorized(headers.host, "") };
    const agent = await agentOf(token);
    // An access token belongs into the header: there it does not end up in logs.
    if (agent && (tokenInUrl === undefined || agent.kind === "token")) return admitAgent(agent, "mcp");
    const refused =
      tokenInUrl === undefined ? unauthorized(headers.host, ', error="invalid_token"') : notFoundAnswer;
    return refuse(request, refused);
  }

  /** Tells a client that has no token where it can get one. */
  function unauthorized(host: string | undefined, problem: string): Answer {
    const { origin, pathname } = new URL(ownResource(mcpResources, host));
    const metadata = `${origin}/.well-known/oauth-protected-resource${pathname}`;
    return {
      status: 401,
      headers: {
        "WWW-Authenticate": `Bearer realm="toolshed", resource_metadata="${metadata}", scope="tools"${problem}`,
      },
      body: { error: "Give the token of an endpoint: Authorization: Bearer tsk_…" },
    };
  }

  async function admitToApi(request: ArrivedRequest, path: string): Promise<Admission> {
    const { method, headers } = request;
    const person = await authenticate(method, headers);
    if (person) {
      const { caller } = person;
      const maxBodyBytes = isAdmin(caller) && documentPath.test(path) ? maxDocumentBytes : maxBytes;
      // What a person's clients do must not keep the person from stopping them.
      return { door: "person", key: `${caller.via} ${caller.userId}`, maxBodyBytes, ...person };
    }
    // Who signs in is not known yet.
    if (isBelow("/api/v1/session", path)) return stranger(request);
    const token = bearerToken(headers.authorization);
    const isForAgents = isBelow("/api/v1/agent", path);
    const agent = isForAgents && token !== undefined ? await agentOf(token) : undefined;
    if (agent) return admitAgent(agent, "agent");
    const refused = isForAgents ? unknownAgent : unknownPerson;
    return token === undefined ? { refused } : refuse(request, refused);
  }

  /** A page that shows a View is known by the ticket in its body. Until that is read, the URL says in whose share it counts. */
  async function admitToLive(request: ArrivedRequest): Promise<Admission> {
    const userId = parts.liveTickets.readLane(laneIn(request.url) ?? "");
    if (userId === undefined) return refuse(request, unknownTicket);
    // A stream begins with a ticket alone.
    const maxBodyBytes = isLiveStream(request.method, request.url) ? maxStrangerBytes : maxBytes;
    return { door: "view", key: `views ${userId}`, maxBodyBytes };
  }

  return async (request) => {
    const path = request.url.split("?", 1)[0] as string;
    // A gateway can be stopped without its database.
    if (path.startsWith("/api/") && path !== "/api/v1/stop") await parts.catchUp();
    const mcp = mcpPath.exec(path);
    if (mcp) return admitToMcp(request, mcp[1]);
    if (path.startsWith("/api/v1/")) return admitToApi(request, path);
    if (isLivePath(request.method, request.url)) return admitToLive(request);
    return stranger(request);
  };
}

/** A command of the person who owns the home knows the secret left there; a browser has a session. */
function createAuthenticate(accounts: Accounts, commandSecret: string) {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(commandSecret);
  const toPerson = (user: User, via: string): { user: User; caller: Caller } => ({
    user,
    // Who types the command or clicks the button has decided already: the host approves.
    caller: {
      userId: user.id,
      role: user.role,
      via,
      audience: "person",
      scope: everything,
      approval: "host",
    },
  });

  return async (method: string, { authorization, cookie, origin }: IncomingHttpHeaders) => {
    const token = bearerToken(authorization);
    if (token !== undefined) {
      return timingSafeEqual(digest(token), expected) ? toPerson(accounts.owner, "command") : undefined;
    }
    // Browsers name the origin of every request that changes something; guardOrigin has compared it with ours.
    if ((method !== "GET" && origin === undefined) || cookie === undefined) return undefined;
    const user = await accounts.userOf(new Headers({ cookie }));
    return user && toPerson(user, "dashboard");
  };
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** The name of our MCP URL under which a request came, so that a client finds the one it knows. */
export function ownResource(resources: readonly string[], host: string | undefined): string {
  const own = resources.find((resource) => new URL(resource).host === host?.toLowerCase());
  return own ?? (resources[0] as string);
}
