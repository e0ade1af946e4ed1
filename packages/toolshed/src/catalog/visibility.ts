import { team } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { Caller } from "../policy/caller.ts";
import { fixedConnection } from "../policy/fixed-connection.ts";
import type { Roles } from "../policy/roles.ts";
import { isInScope } from "../policy/scope.ts";
import type { SourceTool } from "../source/source.ts";

export interface VisibleTools {
  /** Whether the tool is in the caller's catalog. */
  isVisible(tool: SourceTool): boolean;
  /** Whether it would be, if its provider were connected. */
  isHiddenByProvider(tool: SourceTool): boolean;
  /** The names of the connections that the tool can be called with, that of the default first. */
  connectionsFor(tool: SourceTool): readonly string[];
}

/** What a caller sees of the catalog at this moment. */
export type Visibility = (caller: Caller) => Promise<VisibleTools>;

export function createVisibility(
  credentials: Credentials,
  { allowedTo }: Pick<Roles, "allowedTo">,
): Visibility {
  return async (caller) => {
    const { userId, role, scope } = caller;
    const connected = await credentials.connectedTo(userId);
    const isAllowed = await allowedTo(role);
    const isServiceAccount = userId === team;
    const isPermitted = (tool: SourceTool) =>
      tool.held === undefined &&
      isAllowed(tool.path) &&
      isInScope(scope, tool) &&
      !(isServiceAccount && tool.serviceAccountAllowed === false);
    const isOpen = ({ authProvider }: SourceTool) =>
      authProvider === undefined || connected.has(authProvider, fixedConnection(caller, authProvider));
    return {
      isVisible: (tool) => isOpen(tool) && isPermitted(tool),
      isHiddenByProvider: (tool) => !isOpen(tool) && isPermitted(tool),
      connectionsFor({ authProvider }) {
        if (authProvider === undefined) return [];
        const only = fixedConnection(caller, authProvider);
        return only === undefined ? connected.names(authProvider) : [only];
      },
    };
  };
}
