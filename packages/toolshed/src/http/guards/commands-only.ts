import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ApiEnvironment } from "./api-environment.ts";

/** For what a page must not be able to do, even that of a signed-in user. */
export const commandsOnly: MiddlewareHandler<ApiEnvironment> = async (context, next) => {
  if (context.get("caller").via === "command") return next();
  throw new HTTPException(403, { message: "Only a command on this machine can do this" });
};
