import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { isAdmin } from "../../policy/is-admin.ts";
import type { ApiEnvironment } from "./api-environment.ts";

/** For what concerns the whole team. */
export const adminsOnly: MiddlewareHandler<ApiEnvironment> = async (context, next) => {
  if (isAdmin(context.get("caller"))) return next();
  throw new HTTPException(403, { message: "Only an admin can do this" });
};

/** For what a page must not be able to do, even that of a signed-in user. */
export const commandsOnly: MiddlewareHandler<ApiEnvironment> = async (context, next) => {
  if (context.get("caller").via === "command") return next();
  throw new HTTPException(403, { message: "Only a command on this machine can do this" });
};

/**
 * For changes that need no session: browsers name the origin of every such request, and guardOrigin has compared it
 * with ours, so that no other page can sign somebody in or out.
 */
export const needsOrigin: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "GET" || context.req.header("origin") !== undefined) return next();
  throw new HTTPException(403, { message: "Only a page of this gateway can do this" });
};
