import { team } from "../credential/connections.ts";
import { type Audience, type Caller, fixedConnection } from "./caller.ts";
import { isInScope } from "./scope.ts";

/** Whose a tool is that belongs to one person, such as that of a View they have open. */
export interface ToolOwner {
  readonly userId: string;
  /** The endpoint that the View was shown through. Absent for the dashboard and the command line. */
  readonly endpointId?: string | undefined;
}

/** What the decision needs to know about a tool. */
export interface AuthorizedTool {
  readonly path: string;
  readonly readOnly: boolean;
  readonly authProvider?: string | undefined;
  readonly quarantined?: string | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly serviceAccountAllowed?: boolean | undefined;
  readonly owner?: ToolOwner | undefined;
}

/** What may change between two calls of the same caller. */
export interface AuthorityFacts {
  /** Whether the caller's role allows the path. */
  isAllowed(path: string): boolean;
  isConnected(provider: string, connection: string | undefined): boolean;
}

/**
 * `open`: the caller sees the tool and may call it. `unconnected`: it would be open if its provider were connected.
 * `quarantined`: it would be open once an admin has reviewed it. `hidden`: for this caller there is no such tool.
 */
export type Access = "open" | "unconnected" | "quarantined" | "hidden";

/** The one decision on what a caller may see and call: every door and `call/` ask it, and nothing else decides. */
export function authorize(
  caller: Caller,
  { isAllowed, isConnected }: AuthorityFacts,
): (tool: AuthorizedTool) => Access {
  const { scope, source, audience } = caller;
  const pins = caller.pins && new Set(caller.pins);
  const pagePath = caller.readsPage ? `${caller.viewSource}.resources` : undefined;
  const prefixes = [source, caller.viewSource].flatMap((id) => (id === undefined ? [] : `${id}.`));
  const isTeam = caller.userId === team;

  const isUnrestricted = pins === undefined && source === undefined && scope.allow === undefined && !isTeam;

  /** Of what belongs to one person, a View gets nothing, and an endpoint that is restricted only what came through it. */
  const isOwn = ({ owner }: AuthorizedTool) =>
    owner === undefined ||
    (caller.viewSource === undefined &&
      owner.userId === caller.userId &&
      (owner.endpointId === caller.endpointId || isUnrestricted));

  const isPermitted = (tool: AuthorizedTool) =>
    isOwn(tool) &&
    prefixes.every((prefix) => tool.path.startsWith(prefix)) &&
    (tool.path === pagePath ||
      ((pins === undefined || pins.has(tool.path)) && isAllowed(tool.path) && isInScope(scope, tool))) &&
    isFor(audience, tool) &&
    !(isTeam && tool.serviceAccountAllowed === false);

  return (tool) => {
    if (!isPermitted(tool)) return "hidden";
    const { authProvider } = tool;
    const isReady =
      authProvider === undefined || isConnected(authProvider, fixedConnection(caller, authProvider));
    if (tool.quarantined !== undefined) return isReady ? "quarantined" : "hidden";
    return isReady ? "open" : "unconnected";
  };
}

/** Tools that say nothing about it are for models and Views alike. */
export function isFor(audience: Audience, { meta }: Pick<AuthorizedTool, "meta">): boolean {
  if (audience === "person" || audience === "host") return true;
  const visibility = (meta?.ui as { visibility?: unknown } | undefined)?.visibility;
  return !Array.isArray(visibility) || visibility.includes(audience);
}
