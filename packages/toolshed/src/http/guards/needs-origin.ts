import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";

/**
 * For changes that need no session: browsers name the origin of every such request, and guardOrigin has compared it
 * with ours, so that no other page can sign somebody in or out.
 */
export const needsOrigin: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "GET" || context.req.header("origin") !== undefined) return next();
  throw new HTTPException(403, { message: "Only a page of this gateway can do this" });
};
