import { Hono } from "hono";
import type { Accounts } from "../account/accounts.ts";
import type { Endpoints } from "../endpoint/endpoints.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import type { Caller } from "../policy/caller.ts";
import { bearerToken } from "./bearer-token.ts";
import { notFound } from "./not-found.ts";

/** The endpoint with its token in the URL, for clients that take nothing else, and in a header, which leaks less. */
export function mcpRoutes(endpoints: Endpoints, accounts: Accounts, mcp: McpEndpoint): Hono {
  /** Nothing if the token opens nothing, or whoever had it is no longer there. */
  async function callerOf(token: string | undefined): Promise<Caller | undefined> {
    const endpoint = token === undefined ? undefined : await endpoints.findByToken(token);
    if (!endpoint) return undefined;
    const { userId, name: via, scope, approval, pins } = endpoint;
    const role = endpoint.role ?? (await accounts.roleOf(userId));
    if (role === undefined) return undefined;
    endpoints.noteUse(endpoint.id);
    return { userId, role, via, scope, approval, ...(pins && { pins }) };
  }

  return new Hono()
    .all("/:token", async (context) => {
      const caller = await callerOf(context.req.param("token"));
      return caller ? mcp.fetch(context.req.raw, caller) : notFound(context);
    })
    .all("/", async (context) => {
      const token = bearerToken(context.req.header("authorization"));
      const caller = await callerOf(token);
      if (caller) return mcp.fetch(context.req.raw, caller);

      const problem = token === undefined ? "" : ', error="invalid_token"';
      context.header("WWW-Authenticate", `Bearer realm="toolshed"${problem}`);
      return context.json({ error: "Give the token of an endpoint: Authorization: Bearer tsk_…" }, 401);
    });
}
