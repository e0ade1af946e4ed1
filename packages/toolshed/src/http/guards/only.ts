import type { MiddlewareHandler } from "hono";
import { type Caller, isAdmin } from "../../policy/caller.ts";
import { refuse } from "../answer.ts";
import type { ApiEnvironment } from "./api-environment.ts";

/** Lets a caller pass unless there is a reason not to. */
export const unless =
  (reasonFor: (caller: Caller) => string | undefined): MiddlewareHandler<ApiEnvironment> =>
  (context, next) => {
    refuse(reasonFor(context.get("caller")));
    return next();
  };

const only = (isAllowed: (caller: Caller) => boolean, reason: string) =>
  unless((caller) => (isAllowed(caller) ? undefined : reason));

/** For what concerns the whole team. */
export const adminsOnly = only(isAdmin, "Only an admin can do this");

/** For what a page must not be able to do, even that of a signed-in user. */
export const commandsOnly = only(
  ({ via }) => via === "command",
  "Only a command on this machine can do this",
);

/** For what is done in the name of a browser's session. */
export const browsersOnly = only(({ via }) => via === "dashboard", "Only a person in a browser can answer");

/**
 * For changes that need no session: browsers name the origin of every such request, and guardOrigin has compared it
 * with ours, so that no other page can sign a person in or out.
 */
export const needsOrigin: MiddlewareHandler = (context, next) => {
  const isSafe = context.req.method === "GET" || context.req.header("origin") !== undefined;
  refuse(isSafe ? undefined : "Only a page of this gateway can do this");
  return next();
};
