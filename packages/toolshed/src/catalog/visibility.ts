import type { Credentials } from "../credential/credentials.ts";
import type { Caller } from "../policy/caller.ts";
import { isAllowedTo } from "../policy/role.ts";
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

export function createVisibility(credentials: Credentials): Visibility {
  return async ({ userId, role, scope }) => {
    const isConnected = await credentials.connectedTo(userId);
    const isPermitted = (tool: SourceTool) =>
      tool.held === undefined && isAllowedTo(role, tool.path) && isInScope(scope, tool);
    const isOpen = ({ authProvider }: SourceTool) => authProvider === undefined || isConnected(authProvider);
    return {
      isVisible: (tool) => isOpen(tool) && isPermitted(tool),
      isHiddenByProvider: (tool) => !isOpen(tool) && isPermitted(tool),
    };
  };
}
