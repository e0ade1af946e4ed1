import type { Credentials } from "../credential/credentials.ts";
import type { CurrentCaller } from "../endpoint/current-caller.ts";
import { type Access, authorize } from "../policy/authorize.ts";
import { type Caller, fixedConnection } from "../policy/caller.ts";
import type { Roles } from "../policy/roles.ts";
import type { SourceTool } from "../source/source.ts";

export interface VisibleTools {
  /** As they are now, with the role and the restrictions that count. */
  readonly caller: Caller;
  accessTo(tool: SourceTool): Access;
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
  currentCaller: CurrentCaller,
): Visibility {
  return async (admitted) => {
    const connected = await credentials.connectedTo(admitted.userId);
    const current = await currentCaller(admitted);
    const caller = current ?? admitted;
    const isAllowed = current ? await allowedTo(current.role) : () => false;
    const accessTo = authorize(caller, { isAllowed, isConnected: connected.has });
    return {
      caller,
      accessTo,
      isVisible: (tool) => accessTo(tool) === "open",
      isHiddenByProvider: (tool) => accessTo(tool) === "unconnected",
      connectionsFor({ authProvider }) {
        if (authProvider === undefined) return [];
        const only = fixedConnection(caller, authProvider);
        return only === undefined ? connected.names(authProvider) : [only];
      },
    };
  };
}
