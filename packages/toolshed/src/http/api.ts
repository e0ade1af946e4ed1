import type { ElicitRequest } from "@toolshed/sdk";
import type { ApprovalRule } from "../approval/approval-rules.ts";
import type { ToolResult } from "../call/tool-result.ts";
import type { ToolDescription } from "../catalog/describe-tool.ts";
import type { ListedSource } from "../catalog/sources.ts";
import type { ListedEndpoint } from "../endpoint/endpoints.ts";
import type { ApprovalMode } from "../policy/caller.ts";
import type { CallEntry } from "../record/call-entry.ts";

export type { ApprovalRule, CallEntry };

/** The answers of `/api/v1`, for its clients: the dashboard and the commands. */
export interface StatusAnswer {
  version: string;
  url: string;
  mcpUrl: string;
  toolCount: number;
}

export interface ToolsAnswer {
  tools: ToolEntry[];
  /** Only while a search may miss tools because they are not indexed yet. */
  indexing?: { indexed: number; total: number };
}

export interface ToolSummary
  extends Pick<ToolDescription, "path" | "name" | "description" | "destructive" | "authProvider"> {
  readOnly: boolean;
}

export interface ToolEntry extends ToolSummary {
  /** Whether it can be called right now: one that needs a connection cannot without. */
  connected: boolean;
}

export type ToolAnswer = ToolDescription & ToolEntry;

export type CallAnswer = ToolResult;

export interface EndpointsAnswer {
  endpoints: EndpointAnswer[];
  /** What to give as `cursor` for the next page; null on the last one. */
  next: string | null;
}

export type EndpointAnswer = ListedEndpoint;

/** `POST /endpoints`. */
export interface NewEndpointBody {
  name: string;
  readOnly?: boolean;
  allow?: string[] | undefined;
  approval?: ApprovalMode;
  pins?: string[] | undefined;
  expiresAt?: number | undefined;
  owner?: "person" | "team";
  role?: string | undefined;
  /** Names of connections by provider, which its callers then cannot choose. */
  connections?: Record<string, string> | undefined;
}

/** The only answer a token is ever in. */
export interface TokenAnswer {
  token: string;
  url: string;
  mcpUrl: string;
}

export interface ProvidersAnswer {
  providers: ProviderAnswer[];
}

export interface ProviderAnswer {
  id: string;
  name: string;
  type: "apiKey" | "oauth2" | "none";
  owner: "person" | "team";
  connected: boolean;
  /** The caller's own connections, and those that the whole team shares, the default one first. */
  personal: ConnectionState[];
  team: ConnectionState[];
  /** Whether the gateway's environment has a key for it. */
  fromEnvironment: boolean;
  /** How many tools need it, of those that the caller's role allows. */
  toolCount: number;
  whereToFind: string | null;
  url: string | null;
  keyHint: string | null;
}

/** Which connection of a provider is meant: without a name the default one, without an owner whoever the provider is for. */
export interface ConnectionChoice {
  owner?: "person" | "team" | undefined;
  name?: string | undefined;
}

/** `POST /connections/:provider/authorize`: where the person goes to give access. */
export interface AuthorizeAnswer {
  url: string;
}

export interface ConnectionState {
  name: string;
  isDefault: boolean;
  kind: "key" | "grant";
  lastFour: string;
  connectedAt: number;
  expiresAt: number | null;
}

/** `GET /sources`: those that were added, with how their servers are. */
export interface SourcesAnswer {
  sources: SourceAnswer[];
}

export type SourceAnswer = ListedSource;

/** `POST /plugins`, for commands on the gateway's own machine. */
export interface PluginAnswer {
  name: string;
  toolCount: number;
}

/** `POST /sources`. */
export interface NewSourceBody {
  id: string;
  kind: "mcp" | "openapi";
  config: Record<string, unknown>;
  /** Kept sealed, and never told again. */
  secrets?: Record<string, unknown>;
}

export interface CallsAnswer {
  calls: CallEntry[];
  /** The id of the latest call, whatever the filter: a stream `after` it gives those that are not in this answer. */
  latest: number;
  /**
   * What to give as `before` to go on with older calls; null where there are none. A search that takes long ends early,
   * with fewer calls than asked for: those from here on have not been searched.
   */
  next: number | null;
}

export interface SignInLinkAnswer {
  url: string;
}

/** `GET /session`: who is signed in, answered to everybody. */
export interface SessionAnswer {
  user: SessionUser | null;
  /** How one can sign in here, beside the link that the terminal prints. */
  methods: { password: boolean; providers: { id: string; name: string }[] };
}

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: string;
  /** May manage members, roles, and what belongs to the team. */
  isAdmin: boolean;
}

/** What `/sign-in?error=…` says after `GET /sign-in/with/:provider`, when that did not sign anybody in. */
export type { SignInProblem } from "../account/open-id/open-id.ts";

/** `GET /session/invitation/:code`: what an invitation is for, answered to whoever has its code. */
export interface InvitationAnswer {
  role: string;
  /** The only address it is for. Nothing means any. */
  email: string | null;
  expiresAt: number;
}

/** `GET /invitations`: those that nobody has accepted yet. */
export interface InvitationsAnswer {
  invitations: ({ id: string; createdAt: number } & InvitationAnswer)[];
}

/** `POST /invitations`: the only answer its link is ever in. */
export interface NewInvitationAnswer {
  id: string;
  url: string;
}

/** `DELETE /members/:id`: what went with the member. */
export interface RemovedMemberAnswer {
  endpoints: number;
  connections: number;
}

export interface MembersAnswer {
  members: MemberEntry[];
}

export interface MemberEntry {
  id: string;
  name: string;
  email: string;
  role: string;
  /** Whether the owner lets this admin add sources that run a program. */
  mayAddPrograms: boolean;
  createdAt: number;
}

export interface RolesAnswer {
  roles: Role[];
}

export interface Role {
  name: string;
  /** Path patterns: what people with this role may use. */
  patterns: string[];
  /** The ones that are always there and cannot be changed. */
  builtIn: boolean;
  memberCount: number;
}

/** `POST /roles/preview`: what patterns would allow, whatever is connected. */
export interface RolePreviewAnswer {
  allowed: ToolSummary[];
  /** How many tools there are. */
  total: number;
}

/** `GET /consent?…`: who asks to be let in, and what there is to let it use. */
export interface ConsentAnswer {
  client: {
    name: string;
    /** Whether the site `host` vouches for the name. */
    isVerified: boolean;
    host: string | null;
    redirectTo: string;
  };
  sources: ConsentSource[];
  /** What the person let it do before. */
  before: { readOnly: boolean; approval: ApprovalMode; sources: string[] | null } | null;
}

export interface ConsentSource {
  /** The first segment of its tools' paths. */
  id: string;
  toolCount: number;
  readOnlyCount: number;
  destructiveCount: number;
  /** The names of the providers whose connections its tools use. */
  providers: string[];
}

/** `POST /consent`: where the browser goes with the answer. */
export interface ConsentTargetAnswer {
  url: string;
}

/**
 * The filters of `GET /calls` and of `GET /calls/stream`, which sends each new `CallEntry` as an event, and one that was
 * running again when it has ended. The stream starts with the next call, or with the one after `after`.
 */
export interface CallsQuery {
  /** Everybody's calls are for admins; others get their own. */
  of?: "me" | "all" | undefined;
  path?: string | undefined;
  outcome?: string | undefined;
  /** What the door was called. Endpoints may have the same name. */
  via?: string | undefined;
  /** An endpoint's id. */
  endpoint?: string | undefined;
}

/** Every route of `/api/v1` that the page and the commands use: what goes in and what comes out. */
export interface ApiRoutes {
  "GET /status": { answer: StatusAnswer };
  "GET /session": { answer: SessionAnswer };
  "POST /session": { body: { email: string; password: string }; answer: unknown };
  "DELETE /session": { answer: unknown };
  "GET /session/invitation/:code": { answer: InvitationAnswer };
  "POST /session/invitation/:code": {
    body: { name: string; email: string; password: string };
    answer: unknown;
  };
  "GET /tools": {
    query: {
      query?: string | undefined;
      limit?: number;
      unconnected?: boolean;
      /** Path patterns with commas between them. */
      allow?: string | undefined;
      readOnly?: boolean;
    };
    answer: ToolsAnswer;
  };
  "GET /tools/:path": { answer: ToolAnswer };
  "POST /tools/:path/call": {
    body: { arguments?: unknown; connection?: string | undefined };
    answer: CallAnswer;
  };
  "GET /connections": { answer: ProvidersAnswer };
  "PUT /connections/:provider": { body: { key: string } & ConnectionChoice; answer: unknown };
  "DELETE /connections/:provider": { query: ConnectionChoice; answer: unknown };
  "POST /connections/:provider/authorize": { body: ConnectionChoice; answer: AuthorizeAnswer };
  "POST /connections/:provider/default": { body: ConnectionChoice & { name: string }; answer: unknown };
  "GET /endpoints": { query: { limit?: number; cursor?: string | undefined }; answer: EndpointsAnswer };
  "POST /endpoints": { body: NewEndpointBody; answer: TokenAnswer };
  "POST /endpoints/:id/rotate": { body: { overlapMs: number }; answer: TokenAnswer };
  "DELETE /endpoints/:id": { answer: unknown };
  "GET /calls": { query: CallsQuery & { limit?: number; before?: number | undefined }; answer: CallsAnswer };
  "GET /invitations": { answer: InvitationsAnswer };
  "POST /invitations": { body: { email?: string | undefined; role: string }; answer: NewInvitationAnswer };
  "DELETE /invitations/:id": { answer: unknown };
  "GET /members": { answer: MembersAnswer };
  "PATCH /members/:id": { body: { role: string }; answer: unknown };
  "PUT /members/:id/programs": { body: { allowed: boolean }; answer: unknown };
  "DELETE /members/:id": { answer: RemovedMemberAnswer };
  "GET /roles": { answer: RolesAnswer };
  "PUT /roles/:name": { body: { patterns: string[] }; answer: unknown };
  "DELETE /roles/:name": { answer: unknown };
  "POST /roles/preview": { body: { patterns: string[] }; answer: RolePreviewAnswer };
  "GET /sources": { answer: SourcesAnswer };
  "POST /sources": { body: NewSourceBody; answer: SourceAnswer };
  "POST /sources/:id/approve": { answer: SourceAnswer };
  "POST /sources/:id/refresh": { answer: SourceAnswer };
  "PUT /sources/:id/document": { body: { text: string }; answer: SourceAnswer };
  "DELETE /sources/:id": { answer: unknown };
  "GET /approvals": { answer: ApprovalsAnswer };
  "GET /approvals/:id": { answer: ApprovalAnswer };
  "POST /approvals/:id": {
    body: { approved: boolean; reach?: "once" | "run" | "always"; answer?: Record<string, unknown> };
    answer: unknown;
  };
  "GET /approvals/rules": { answer: ApprovalRulesAnswer };
  "POST /approvals/rules": { body: ApprovalRuleBody; answer: ApprovalRule };
  "PUT /approvals/rules/:id": { body: ApprovalRuleBody; answer: unknown };
  "DELETE /approvals/rules/:id": { answer: unknown };
  "POST /sign-in-links": { answer: SignInLinkAnswer };
}
export interface ApprovalsAnswer {
  approvals: ApprovalAnswer[];
}

/** A call that waits for a person, with its arguments as they are. */
export interface ApprovalAnswer {
  id: string;
  /** The endpoint it came through, or `command`. */
  via: string;
  path: string;
  arguments: unknown;
  /** The connection that it would use: `work`, or `team/work`. */
  connection: string | null;
  isPartOfRun: boolean;
  state: "waiting" | "approved" | "refused" | "used" | "cancelled";
  /** Why it was refused or cancelled, where that was said. */
  note: string | null;
  /** What the tool asks in the middle of the call, if that is what waits: a message, and the fields as JSON Schema. */
  question: { message: string; schema: Readonly<Record<string, unknown>> } | null;
  createdAt: number;
}

/** What `GET /approvals/stream` sends at once and whenever it may have changed. */
export interface WaitingApprovals {
  count: number;
}

/** In the order in which they count: the first that fits a call decides. */
export interface ApprovalRulesAnswer {
  rules: ApprovalRule[];
}

/** What is null holds for all. */
export interface ApprovalRuleBody {
  role: string | null;
  /** `command`, `dashboard`, or an endpoint's id, or its name where no other has it. */
  via: string | null;
  pattern: string;
  effect: "allow" | "ask" | "deny";
}

/** `GET /agent/serve`: the tools that `toolshed serve` offers. */
export interface AgentToolsAnswer {
  tools: { name: string; [key: string]: unknown }[];
}

/** `POST /agent/serve/:name`: the result, or a question whose answer goes to `/agent/serve/answers`. */
export type AgentAnswer = { result: ToolResult } | { question: { handle: string; request: ElicitRequest } };

export interface ErrorAnswer {
  error: string;
}
