import type { Credentials } from "../credential/credentials.ts";
import type { CurrentCaller } from "../endpoint/current-caller.ts";
import { authorize } from "../policy/authorize.ts";
import { type Caller, fixedConnection, isAdmin } from "../policy/caller.ts";
import type { Roles } from "../policy/roles.ts";
import type { SourceTool } from "../source/source.ts";

/** What a caller sees of the catalog at this moment. */
export type Visibility = ReturnType<typeof createVisibility>;
export type VisibleTools = Awaited<ReturnType<Visibility>>;

export function createVisibility(
  credentials: Credentials,
  { allowedTo }: Pick<Roles, "allowedTo">,
  currentCaller: CurrentCaller,
) {
  return async (admitted: Caller) => {
    const connected = await credentials.connectedTo(admitted.userId);
    const current = await currentCaller(admitted);
    const caller = current ?? admitted;
    const isAllowed = current ? await allowedTo(current.role) : () => false;
    const accessTo = authorize(caller, { isAllowed, isConnected: connected.has });
    return {
      /** As they are now, with the role and the restrictions that count. */
      caller,
      accessTo,
      /** Whether the tool is in the caller's catalog. */
      isVisible: (tool: SourceTool): boolean => accessTo(tool) === "open",
      /** Whether it would be, if its provider were connected. */
      isHiddenByProvider: (tool: SourceTool): boolean => accessTo(tool) === "unconnected",
      /** Whether it would be, if an admin had reviewed it. Only admins know of such tools, and no agent of theirs. */
      isQuarantined: (tool: SourceTool): boolean =>
        caller.audience === "person" &&
        caller.endpointId === undefined &&
        isAdmin(caller) &&
        accessTo(tool) === "quarantined",
      /** The names of the connections that the tool can be called with, that of the default first. */
      connectionsFor({ authProvider }: SourceTool): readonly string[] {
        if (authProvider === undefined) return [];
        const only = fixedConnection(caller, authProvider);
        return only === undefined ? connected.names(authProvider) : [only];
      },
      /** What is to be done before the tool can be called, where its connection is broken. */
      reconnectFor: ({ authProvider }: SourceTool): string | undefined =>
        authProvider === undefined
          ? undefined
          : connected.reconnect(authProvider, fixedConnection(caller, authProvider)),
    };
  };
}
