import { type Caller, isAdmin } from "../policy/caller.ts";
import type { Endpoint, Endpoints } from "./endpoints.ts";

/**
 * The caller as the gateway knows them now. A script, or a call that waits for a person, outlasts the request that was
 * admitted: meanwhile the endpoint may be narrowed or revoked, and the person demoted or removed. Nothing if either is gone.
 * Asked before each call, and answered from memory.
 */
export type CurrentCaller = (caller: Caller) => Promise<Caller | undefined>;

export function createCurrentCaller(
  endpoints: Pick<Endpoints, "find">,
  roleOf: (userId: string) => Promise<string | undefined>,
): CurrentCaller {
  return async (caller) => {
    const { userId, endpointId, audience, viewSource, viewPath, readsPage } = caller;
    if (endpointId === undefined) {
      const role = await roleOf(userId);
      if (role === undefined) return undefined;
      return role === caller.role ? caller : { ...caller, role };
    }
    const endpoint = await endpoints.find(endpointId);
    if (!endpoint) return undefined;
    const role = endpoint.role ?? (await roleOf(endpoint.userId));
    if (role === undefined) return undefined;
    return {
      ...toCaller(endpoint, role),
      audience,
      ...(viewSource !== undefined && { viewSource }),
      ...(viewPath !== undefined && { viewPath }),
      ...(readsPage && { readsPage }),
    };
  };
}

export function toCaller(endpoint: Endpoint, role: string): Caller {
  const { id, userId, name, scope, approval, pins, listsAll, source, modelApproves, connections } = endpoint;
  // What only an admin may give ends with the admin. An endpoint of the team has a role of its own.
  const mayApprove = endpoint.role !== undefined || isAdmin({ role });
  return {
    userId,
    role,
    via: name,
    endpointId: id,
    // A client that gets the tools themselves is a host, which tells apart what its model and its Views may call.
    audience: pins || listsAll || source !== undefined ? "host" : "model",
    scope,
    approval,
    ...(pins && { pins }),
    ...(listsAll && { listsAll }),
    ...(source !== undefined && { source }),
    ...(modelApproves && approval !== "dashboard" && mayApprove && { modelApproves }),
    ...(connections && { connections }),
  };
}
