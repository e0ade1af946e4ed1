import { type Context, Hono } from "hono";
import type { Accounts } from "../account/accounts.ts";
import type { Endpoints } from "../endpoint/endpoints.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import type { Caller } from "../policy/caller.ts";
import { bearerToken } from "./bearer-token.ts";
import { clientAddress } from "./client-address.ts";
import { notFound } from "./not-found.ts";
import type { RequestLimits } from "./request-limits.ts";
import { tooManyRequests } from "./too-many-requests.ts";

interface Visitor {
  readonly endpointId: string;
  readonly caller: Caller;
}

/** The endpoint with its token in the URL, for clients that take nothing else, and in a header, which leaks less. */
export function mcpRoutes(
  endpoints: Endpoints,
  accounts: Accounts,
  mcp: McpEndpoint,
  limits: RequestLimits,
): Hono {
  /** Nothing if the token opens nothing, or whoever had it is no longer there. */
  async function visitorOf(token: string): Promise<Visitor | undefined> {
    const endpoint = await endpoints.findByToken(token);
    if (!endpoint) return undefined;
    const { id: endpointId, userId, name: via, scope, approval, pins, source } = endpoint;
    const role = endpoint.role ?? (await accounts.roleOf(userId));
    return role === undefined
      ? undefined
      : {
          endpointId,
          caller: {
            userId,
            role,
            via,
            scope,
            approval,
            ...(pins && { pins }),
            ...(source !== undefined && { source }),
          },
        };
  }

  async function serve(context: Context, { endpointId, caller }: Visitor): Promise<Response> {
    const waitMs = await limits.calls.take(endpointId);
    if (waitMs !== undefined) return tooManyRequests(context, waitMs);
    endpoints.noteUse(endpointId);
    return mcp.fetch(context.req.raw, caller);
  }

  async function refuse(context: Context, refusal: () => Response): Promise<Response> {
    const waitMs = await limits.misses.take(clientAddress(context));
    return waitMs === undefined ? refusal() : tooManyRequests(context, waitMs);
  }

  return new Hono()
    .all("/:token", async (context) => {
      const visitor = await visitorOf(context.req.param("token"));
      return visitor ? serve(context, visitor) : refuse(context, () => notFound(context));
    })
    .all("/", async (context) => {
      const token = bearerToken(context.req.header("authorization"));
      const visitor = token === undefined ? undefined : await visitorOf(token);
      if (visitor) return serve(context, visitor);

      const unauthorized = () => {
        const problem = token === undefined ? "" : ', error="invalid_token"';
        context.header("WWW-Authenticate", `Bearer realm="toolshed"${problem}`);
        return context.json({ error: "Give the token of an endpoint: Authorization: Bearer tsk_…" }, 401);
      };
      // Without a token nothing was guessed: clients ask like this to learn where to sign in.
      return token === undefined ? unauthorized() : refuse(context, unauthorized);
    });
}
