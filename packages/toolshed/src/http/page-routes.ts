import { existsSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Accounts } from "../account/accounts.ts";
import type { OpenId, SignInStep } from "../account/open-id.ts";
import { notFound } from "./not-found.ts";

/** The dashboard, the link that signs its owner in, and the way to OpenID providers and back. */
export function pageRoutes(accounts: Accounts, openId: OpenId, folder: string): Hono {
  const pages = new Hono()
    .use(
      secureHeaders({
        contentSecurityPolicy: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", "data:"],
          connectSrc: ["'self'"],
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
      return step ? follow(step) : notFound(context);
    })
    .get("/sign-in", async (context, next) => {
      const code = context.req.query("code");
      // Without a code it is the page where people sign in.
      if (code === undefined) return next();
      const answer = await accounts.signIn(code, context.req.raw.headers);
      // The account library answers with its own idea of our address; the browser knows the one it used.
      const target = new URL(answer.headers.get("location") ?? "/", "http://toolshed");
      const headers = new Headers(answer.headers);
      headers.set("location", target.pathname + target.search);
      return new Response(null, { status: 302, headers });
    });

  if (!existsSync(folder)) {
    return pages.get("/", (context) => context.text('The dashboard is not built: run "npm run build".', 503));
  }
  return pages.get("*", serveStatic({ root: folder }));
}

function follow(step: SignInStep): Response {
  const headers = new Headers("cookies" in step ? step.cookies : undefined);
  headers.set("location", "problem" in step ? `/sign-in?error=${step.problem}` : step.location);
  return new Response(null, { status: 302, headers });
}
