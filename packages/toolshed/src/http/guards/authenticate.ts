import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Accounts } from "../../account/accounts.ts";
import type { User } from "../../account/user.ts";
import type { Caller } from "../../policy/caller.ts";
import { everything } from "../../policy/scope.ts";

/** Who has signed in or types a command, from the headers of a request. */
export type Authenticate = (
  method: string,
  headers: IncomingHttpHeaders,
) => Promise<{ user: User; caller: Caller } | undefined>;

/** A command of the person who owns the home knows the secret left there; a browser has a session. */
export function createAuthenticate(accounts: Accounts, commandSecret: string): Authenticate {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(commandSecret);
  const toCaller = ({ id, role }: User, via: string): Caller => ({
    userId: id,
    role,
    via,
    audience: "person",
    scope: everything,
    // Who types the command or clicks the button has decided already.
    approval: "host",
  });
  const toPerson = (user: User, via: string) => ({ user, caller: toCaller(user, via) });

  return async (method, { authorization, cookie, origin }) => {
    const token = bearerToken(authorization);
    if (token !== undefined) {
      return timingSafeEqual(digest(token), expected) ? toPerson(accounts.owner, "command") : undefined;
    }
    // Browsers name the origin of every request that changes something; guardOrigin has compared it with ours.
    if ((method !== "GET" && origin === undefined) || cookie === undefined) return undefined;
    const user = await accounts.userOf(new Headers({ cookie }));
    return user && toPerson(user, "dashboard");
  };
}

export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}
