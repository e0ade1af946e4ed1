import type { Accounts } from "../../account/accounts.ts";
import { toCaller } from "../../endpoint/current-caller.ts";
import type { Endpoint, Endpoints } from "../../endpoint/endpoints.ts";
import type { Caller } from "../../policy/caller.ts";

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
    const role = endpoint.role ?? (await accounts.roleOf(endpoint.userId));
    if (role === undefined) return undefined;
    return { endpointId: endpoint.id, kind: endpoint.kind, caller: toCaller(endpoint, role) };
  };
}
