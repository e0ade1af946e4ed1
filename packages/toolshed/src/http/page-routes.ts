import { existsSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Accounts } from "../account/accounts.ts";

/** The dashboard and the link that signs its owner in. */
export function pageRoutes(accounts: Accounts, folder: string): Hono {
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
    .get("/sign-in", async (context) => {
      const answer = await accounts.signIn(context.req.query("code") ?? "", context.req.raw.headers);
      // The account library answers with its own idea of our address; the browser knows the one it used.
      const target = new URL(answer.headers.get("location") ?? "/", "http://toolshed");
      const headers = new Headers(answer.headers);
      headers.set("location", target.pathname + target.search);
      return new Response(null, { status: 302, headers });
    });

  if (!existsSync(folder)) {
    return pages.get("/", (context) => context.text('The dashboard is not built: run "npm run build".', 503));
  }
  return pages
    .get("/approvals/*", serveStatic({ root: folder, path: "index.html" }))
    .get("*", serveStatic({ root: folder }));
}
