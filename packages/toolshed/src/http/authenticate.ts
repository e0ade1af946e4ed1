import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { Accounts, User } from "../account/accounts.ts";
import type { Caller } from "../policy/caller.ts";
import { everything } from "../policy/scope.ts";
import { bearerToken } from "./bearer-token.ts";

export type Authenticate = (context: Context) => Promise<Caller | undefined>;

/** A command of the person who owns the home knows the secret left there; a browser has a session. */
export function createAuthenticate(accounts: Accounts, commandSecret: string): Authenticate {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(commandSecret);
  const toCaller = ({ id, role }: User, via: string): Caller => ({
    userId: id,
    role,
    via,
    scope: everything,
    // Who types the command or clicks the button has decided already.
    approval: "host",
  });

  return async (context) => {
    const token = bearerToken(context.req.header("authorization"));
    if (token !== undefined) {
      return timingSafeEqual(digest(token), expected) ? toCaller(accounts.owner, "command") : undefined;
    }
    // Browsers name the origin of every request that changes something; guardOrigin has compared it with ours.
    if (context.req.method !== "GET" && context.req.header("origin") === undefined) return undefined;
    const user = await accounts.userOf(context.req.raw.headers);
    return user && toCaller(user, "dashboard");
  };
}
