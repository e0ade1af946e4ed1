import type { Scope } from "./scope.ts";

/** Who is asked before a destructive call: the host's own user, a person by elicitation, or nobody since it is refused. */
export type Approval = "host" | "ask" | "deny";

/** On whose behalf a call is made, and through which door. */
export interface Caller {
  readonly userId: string;
  readonly role: string;
  /** An endpoint's name, or `command` or `dashboard`: what the record calls the door. */
  readonly via: string;
  readonly scope: Scope;
  readonly approval: Approval;
  /** Paths of tools that are listed by themselves, in place of those that search, read and call. */
  readonly pins?: readonly string[];
  /** Whether the model itself may approve what it asks for. Only an admin allows that, for an endpoint. */
  readonly modelApproves?: boolean;
  /** The one source that is exposed as it is. */
  readonly source?: string;
  /** The name of the connection that is used of a provider, by the provider's id. Of others the caller may choose. */
  readonly connections?: Readonly<Record<string, string>>;
}
