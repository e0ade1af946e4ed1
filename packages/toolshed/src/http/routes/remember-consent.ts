import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Accounts } from "../../account/accounts.ts";

const name = "toolshed.consent";
const path = "/sign-in";
const seconds = 10 * 60;

/** Who has to sign in first comes back to the request that was under way, whichever tab the link opens in. */
export function rememberConsent(accounts: Accounts): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (search && !(await accounts.userOf(context.req.raw.headers))) {
      setCookie(context, name, pathname + search, {
        path,
        httpOnly: true,
        sameSite: "Lax",
        maxAge: seconds,
      });
    }
    return next();
  };
}

/** The consent page with the request that was under way, once. */
export function takeConsent(context: Context): string | undefined {
  const target = getCookie(context, name);
  if (!target?.startsWith("/consent?")) return undefined;
  deleteCookie(context, name, { path });
  return target;
}
