import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { Accounts } from "../account/accounts.ts";
import type { Caller } from "../call/caller.ts";
import { bearerToken } from "./bearer-token.ts";

export type Authenticate = (context: Context) => Promise<Caller | undefined>;

/** A command of the person who owns the home knows the secret left there; a browser has a session. */
export function createAuthenticate(accounts: Accounts, commandSecret: string): Authenticate {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(commandSecret);

  return async (context) => {
    const token = bearerToken(context.req.header("authorization"));
    if (token !== undefined) {
      return timingSafeEqual(digest(token), expected)
        ? { userId: accounts.owner.id, via: "command" }
        : undefined;
    }
    // Browsers name the origin of every request that changes something; guardOrigin has compared it with ours.
    if (context.req.method !== "GET" && context.req.header("origin") === undefined) return undefined;
    const user = await accounts.userOf(context.req.raw.headers);
    return user && { userId: user.id, via: "dashboard" };
  };
}
