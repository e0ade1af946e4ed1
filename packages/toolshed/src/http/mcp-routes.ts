import { Hono } from "hono";
import type { Accounts } from "../account/accounts.ts";
import type { Endpoint, Endpoints } from "../endpoint/endpoints.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import { bearerToken } from "./bearer-token.ts";
import { notFound } from "./not-found.ts";

/** The endpoint with its token in the URL, for clients that take nothing else, and in a header, which leaks less. */
export function mcpRoutes(endpoints: Endpoints, accounts: Accounts, mcp: McpEndpoint): Hono {
  const serve = (request: Request, { userId, name, scope, approval, pins, source }: Endpoint) =>
    mcp.fetch(request, {
      userId,
      role: accounts.roleOf(userId),
      via: name,
      scope,
      approval,
      ...(pins && { pins }),
      ...(source !== undefined && { source }),
    });

  return new Hono()
    .all("/:token", async (context) => {
      const endpoint = await endpoints.findByToken(context.req.param("token"));
      return endpoint ? serve(context.req.raw, endpoint) : notFound(context);
    })
    .all("/", async (context) => {
      const token = bearerToken(context.req.header("authorization"));
      const endpoint = token === undefined ? undefined : await endpoints.findByToken(token);
      if (endpoint) return serve(context.req.raw, endpoint);

      const problem = token === undefined ? "" : ', error="invalid_token"';
      context.header("WWW-Authenticate", `Bearer realm="toolshed"${problem}`);
      return context.json({ error: "Give the token of an endpoint: Authorization: Bearer tsk_…" }, 401);
    });
}
