import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { isAdmin } from "../../policy/is-admin.ts";
import type { ApiEnvironment } from "./api-environment.ts";

/** For what concerns the whole team. */
export const adminsOnly: MiddlewareHandler<ApiEnvironment> = async (context, next) => {
  if (isAdmin(context.get("caller"))) return next();
  throw new HTTPException(403, { message: "Only an admin can do this" });
};
