import { team } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { Caller } from "../policy/caller.ts";
import type { Roles } from "../policy/roles.ts";
import { isInScope } from "../policy/scope.ts";
import type { SourceTool } from "../source/source.ts";

export interface VisibleTools {
  /** Whether the tool is in the caller's catalog. */
  isVisible(tool: SourceTool): boolean;
  /** Whether it would be, if its provider were connected. */
  isHiddenByProvider(tool: SourceTool): boolean;
}

/** What a caller sees of the catalog at this moment. */
export type Visibility = (caller: Caller) => Promise<VisibleTools>;

export function createVisibility(
  credentials: Credentials,
  { allowedTo }: Pick<Roles, "allowedTo">,
): Visibility {
  return async ({ userId, role, scope }) => {
    const isConnected = await credentials.connectedTo(userId);
    const isAllowed = await allowedTo(role);
    const isServiceAccount = userId === team;
    const isPermitted = (tool: SourceTool) =>
      tool.held === undefined &&
      isAllowed(tool.path) &&
      isInScope(scope, tool) &&
      !(isServiceAccount && tool.serviceAccountAllowed === false);
    const isOpen = ({ authProvider }: SourceTool) => authProvider === undefined || isConnected(authProvider);
    return {
      isVisible: (tool) => isOpen(tool) && isPermitted(tool),
      isHiddenByProvider: (tool) => !isOpen(tool) && isPermitted(tool),
    };
  };
}
