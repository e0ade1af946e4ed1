import type { MiddlewareHandler } from "hono";

const hostPattern = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const names = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Refuses requests that were sent to another name than ours (DNS rebinding) or by a page of another origin.
 * A request without an Origin does not come from a page and passes.
 */
export const guardOrigin: MiddlewareHandler = async (context, next) => {
  const host = context.req.header("host") ?? "";
  const name = hostPattern.exec(host)?.[1]?.toLowerCase();
  if (name === undefined || !names.has(name)) {
    return context.json({ error: "This gateway does not go by that name" }, 403);
  }
  const origin = context.req.header("origin");
  if (origin !== undefined && origin !== `http://${host}`) {
    return context.json({ error: "Pages of another origin may not call this gateway" }, 403);
  }
  return next();
};
