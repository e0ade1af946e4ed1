import type { ToolResult } from "../call/tool-result.ts";
import type { ToolDescription } from "../catalog/describe-tool.ts";
import type { ListedEndpoint } from "../endpoint/endpoints.ts";
import type { CallEntry } from "../record/call-record.ts";
import type { ListedSource } from "../source/sources.ts";

/** The answers of `/api/v1`, for its clients: the dashboard and the commands. */
export interface StatusAnswer {
  version: string;
  url: string;
  mcpUrl: string;
  toolCount: number;
}

export interface ToolsAnswer {
  tools: ToolSummary[];
}

export type ToolSummary = Pick<
  ToolDescription,
  "path" | "name" | "description" | "destructive" | "authProvider"
>;

export type ToolAnswer = ToolDescription;

export type CallAnswer = ToolResult;

export interface EndpointsAnswer {
  endpoints: ListedEndpoint[];
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
  lastFour: string | null;
  /** The caller's own connection, and the one that the whole team shares. */
  personal: ConnectionState | null;
  team: ConnectionState | null;
  /** Whether the gateway's environment has a key for it. */
  fromEnvironment: boolean;
  /** How many tools need it, of those that the caller's role allows. */
  toolCount: number;
  whereToFind: string | null;
  url: string | null;
  keyHint: string | null;
}

/** `POST /connections/:provider/authorize`: where the person goes to give access. */
export interface AuthorizeAnswer {
  url: string;
}

export interface ConnectionState {
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

export interface CallsAnswer {
  calls: CallEntry[];
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
export type { SignInProblem } from "../account/sign-in-problem.ts";

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
  members: Member[];
}

export interface Member {
  id: string;
  name: string;
  email: string;
  role: string;
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

export interface ErrorAnswer {
  error: string;
}
