import { type Context, Hono } from "hono";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import type { RequestEnvironment } from "./api-environment.ts";
import { notFound } from "./not-found.ts";

/** The endpoint with its token in the URL, for clients that take nothing else, and in a header, which leaks less. */
export function mcpRoutes(mcp: McpEndpoint): Hono<{ Bindings: RequestEnvironment }> {
  const serve = (context: Context<{ Bindings: RequestEnvironment }>) => {
    const { visitor, message, ended } = context.env;
    if (!visitor) return notFound(context);
    return mcp.fetch({ request: context.req.raw, message, ended }, visitor.caller);
  };
  return new Hono<{ Bindings: RequestEnvironment }>().all("/:token", serve).all("/", serve);
}
