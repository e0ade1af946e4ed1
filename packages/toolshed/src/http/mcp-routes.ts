import { type Context, Hono } from "hono";
import type { Accounts } from "../account/accounts.ts";
import type { Endpoint, Endpoints } from "../endpoint/endpoints.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import { bearerToken } from "./bearer-token.ts";
import { clientAddress } from "./client-address.ts";
import { notFound } from "./not-found.ts";
import type { RequestLimits } from "./request-limits.ts";
import { tooManyRequests } from "./too-many-requests.ts";

/** The endpoint with its token in the URL, for clients that take nothing else, and in a header, which leaks less. */
export function mcpRoutes(
  endpoints: Endpoints,
  accounts: Accounts,
  mcp: McpEndpoint,
  limits: RequestLimits,
): Hono {
  async function serve(context: Context, endpoint: Endpoint): Promise<Response> {
    const { id, userId, name, scope, approval, pins } = endpoint;
    const waitMs = await limits.calls.take(id);
    if (waitMs !== undefined) return tooManyRequests(context, waitMs);
    return mcp.fetch(context.req.raw, {
      userId,
      role: accounts.roleOf(userId),
      via: name,
      scope,
      approval,
      ...(pins && { pins }),
    });
  }

  async function refuse(context: Context, refusal: () => Response): Promise<Response> {
    const waitMs = await limits.misses.take(clientAddress(context));
    return waitMs === undefined ? refusal() : tooManyRequests(context, waitMs);
  }

  return new Hono()
    .all("/:token", async (context) => {
      const endpoint = await endpoints.findByToken(context.req.param("token"));
      return endpoint ? serve(context, endpoint) : refuse(context, () => notFound(context));
    })
    .all("/", async (context) => {
      const token = bearerToken(context.req.header("authorization"));
      const endpoint = token === undefined ? undefined : await endpoints.findByToken(token);
      if (endpoint) return serve(context, endpoint);

      const unauthorized = () => {
        const problem = token === undefined ? "" : ', error="invalid_token"';
        context.header("WWW-Authenticate", `Bearer realm="toolshed"${problem}`);
        return context.json({ error: "Give the token of an endpoint: Authorization: Bearer tsk_…" }, 401);
      };
      // Without a token nothing was guessed: clients ask like this to learn where to sign in.
      return token === undefined ? unauthorized() : refuse(context, unauthorized);
    });
}
