import type { Scope } from "./scope.ts";

/**
 * Who approves a destructive call: the host's user, as the host decides; a person, through the client if it can ask one;
 * a person in the dashboard or the owner at the command line, and never the client; or nobody, because it is refused.
 */
export const approvalModes = ["host", "ask", "dashboard", "deny"] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/**
 * Who reads what the caller gets. Some tools are for a View alone (`_meta.ui.visibility`), and a `model` neither sees nor
 * calls them. A `host` is an MCP client that is given the tools themselves and keeps its model and its Views apart.
 */
export type Audience = "model" | "app" | "host" | "person";

/** What an endpoint leaves of what its owner may do. */
export interface Restrictions {
  readonly scope: Scope;
  readonly approval: ApprovalMode;
  /** Paths of the only tools that may be used. They are listed in place of those that search, read and call. */
  readonly pins?: readonly string[];
  /** Whether all tools are listed directly, beside those that search, read and call. It restricts nothing. */
  readonly listsAll?: boolean;
  /** The only source whose tools may be used, exposed as it is. */
  readonly source?: string;
  /** Whether the model itself may approve what it asks for. Only an admin allows that, for an endpoint that asks. */
  readonly modelApproves?: boolean;
  /** The name of the connection that is used of a provider, by the provider's id. Of others the caller may choose. */
  readonly connections?: Readonly<Record<string, string>>;
}

/** On whose behalf a call is made, through which door, and with which restrictions. `authorize` says what that allows. */
export interface Caller extends Restrictions {
  readonly userId: string;
  readonly role: string;
  /** An endpoint's name, or `command` or `dashboard`: what the record calls the door. */
  readonly via: string;
  /** Absent for a person in the dashboard or at the command line. */
  readonly endpointId?: string;
  readonly audience: Audience;
  /** The source whose View asks: nothing of another is open to it. */
  readonly viewSource?: string;
  /** The tool whose View asks, for the record and for who approves. */
  readonly viewPath?: string;
  /** Whether it reads the page of a View whose tool is open to it. A tool comes with its View, so this is open too. */
  readonly readsPage?: boolean;
}

/** The name of the connection of a provider that the caller's endpoint uses, whatever the caller wants. */
export const fixedConnection = ({ connections = {} }: Caller, provider: string): string | undefined =>
  Object.hasOwn(connections, provider) ? connections[provider] : undefined;

/** Whether a person manages members, roles and what belongs to the team. */
export const isAdmin = ({ role }: { readonly role: string }): boolean => role === "owner" || role === "admin";
