import { existsSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import type { Accounts } from "../../account/accounts.ts";
import type { SignInStep } from "../../account/open-id/open-id.ts";
import { notFound } from "../answer.ts";
import type { AppParts } from "../parts.ts";

const consentCookie = "toolshed.consent";
const consentSeconds = 10 * 60;

/** The dashboard, the link that signs its owner in, and the way to OpenID providers and back. */
export function pageRoutes({ accounts, openId, sandbox, dashboardFolder: folder }: AppParts): Hono {
  const pages = new Hono()
    .use(
      secureHeaders({
        contentSecurityPolicy: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", "data:"],
          mediaSrc: ["'self'", "data:"],
          connectSrc: ["'self'"],
          frameSrc: [...sandbox.origins],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
        referrerPolicy: "no-referrer",
        strictTransportSecurity: false,
      }),
    )
    .get("/sign-in/with/:provider", async (context) => {
      const step = await openId.begin(context.req.param("provider"), context.req.raw.headers);
      return step ? follow(step) : notFound(context);
    })
    .get("/sign-in/with/:provider/callback", async (context) => {
      const { search } = new URL(context.req.url);
      const step = await openId.finish(context.req.param("provider"), search, context.req.raw.headers);
      return step ? follow(step, "problem" in step ? undefined : takeConsent(context)) : notFound(context);
    })
    .get("/sign-in", async (context, next) => {
      const code = context.req.query("code");
      // Without a code it is the page where people sign in.
      if (code === undefined) return next();
      // A link works once. Programs that only look at it must not use it up.
      if (context.req.method === "HEAD") return context.body(null, 204, notKept);
      if (isPrefetch(context)) return context.body(null, 503, notKept);
      const answer = await accounts.signIn(code, context.req.raw.headers);
      // The account library answers with its own idea of our address; the browser knows the one it used.
      const target = new URL(answer.headers.get("location") ?? "/", "http://toolshed");
      for (const cookie of answer.headers.getSetCookie())
        context.header("set-cookie", cookie, { append: true });
      const isSignedIn = !target.searchParams.has("error");
      return context.redirect((isSignedIn && takeConsent(context)) || target.pathname + target.search);
    });

  if (!existsSync(folder)) {
    return pages.get("/", (context) => context.text('The dashboard is not built: run "npm run build".', 503));
  }
  return (
    pages
      .get("/consent", rememberConsent(accounts))
      .get("*", serveStatic({ root: folder, onFound: setCaching }))
      // The page itself knows which paths it has. A missing file stays a 404.
      .get("*", async (context, next) => {
        const isPage = context.req.header("accept")?.includes("text/html");
        return isPage
          ? serveStatic({ root: folder, path: "index.html", onFound: setCaching })(context, next)
          : next();
      })
  );
}

const notKept = { "Cache-Control": "no-store" };

/** Returns true for requests that a browser or mail program sends before its user opens the link. */
const isPrefetch = ({ req }: Context): boolean =>
  ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|prerender|preview/i.test(req.header(name) ?? ""),
  );

/** The names of assets carry a hash of what is in them. Everything else is revalidated. */
function setCaching(file: string, context: Context): void {
  const isAsset = file.includes("/assets/");
  context.header("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
}

function follow(step: SignInStep, instead?: string): Response {
  const headers = new Headers("cookies" in step ? step.cookies : undefined);
  headers.set("location", "problem" in step ? `/sign-in?error=${step.problem}` : (instead ?? step.location));
  return new Response(null, { status: 302, headers });
}

/** Who has to sign in first comes back to the request that was under way, whichever tab the link opens in. */
function rememberConsent(accounts: Accounts): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (search && !(await accounts.userOf(context.req.raw.headers))) {
      const options = { path: "/sign-in", httpOnly: true, sameSite: "Lax", maxAge: consentSeconds } as const;
      setCookie(context, consentCookie, pathname + search, options);
    }
    return next();
  };
}

/** The consent page with the request that was under way, once. */
function takeConsent(context: Context): string | undefined {
  const target = getCookie(context, consentCookie);
  if (!target?.startsWith("/consent?")) return undefined;
  deleteCookie(context, consentCookie, { path: "/sign-in" });
  return target;
}
