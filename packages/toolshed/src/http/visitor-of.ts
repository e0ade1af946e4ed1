import type { Accounts } from "../account/accounts.ts";
import type { Endpoint, Endpoints } from "../endpoint/endpoints.ts";
import type { Caller } from "../policy/caller.ts";

export interface Visitor {
  readonly endpointId: string;
  readonly kind: Endpoint["kind"];
  readonly caller: Caller;
}

/** Who comes with a token. Nothing if it opens nothing, or whoever had it is no longer there. */
export type VisitorOf = (token: string) => Promise<Visitor | undefined>;

export function createVisitorOf(endpoints: Endpoints, accounts: Accounts): VisitorOf {
  return async (token) => {
    const endpoint = await endpoints.findByToken(token);
    if (!endpoint) return undefined;
    const {
      id: endpointId,
      kind,
      userId,
      name: via,
      scope,
      approval,
      pins,
      source,
      modelApproves,
      connections,
    } = endpoint;
    const role = endpoint.role ?? (await accounts.roleOf(userId));
    if (role === undefined) return undefined;
    const caller: Caller = {
      userId,
      role,
      via,
      endpointId,
      // Whoever gets the tools themselves is a host, which tells apart what its model and its Views may call.
      audience: pins || source !== undefined ? "host" : "model",
      scope,
      approval,
      ...(pins && { pins }),
      ...(source !== undefined && { source }),
      ...(modelApproves && approval !== "dashboard" && { modelApproves }),
      ...(connections && { connections }),
    };
    return { endpointId, kind, caller };
  };
}
