import { createHash } from "node:crypto";
import type { Context } from "hono";
import { UserError } from "../../user-error.ts";
import { found } from "../answer.ts";
import type { AppParts } from "../parts.ts";
import { changedOwner } from "./changed-owner.ts";
import { connectionChoice } from "./connection-choice.ts";
import { route } from "./route.ts";

const closeScript = "window.close()";
const scriptHash = createHash("sha256").update(closeScript).digest("base64");
const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** Connecting by a visit to the service: where to go, and the page that people come back to. */
export function authorizationRoutes({ authorizations, providers }: AppParts) {
  return [
    route(
      "POST /connections/:provider/authorize",
      { body: connectionChoice },
      async ({ params, body: { owner, name }, caller, context }) => {
        const provider = found(providers.get(params.provider));
        const ownerId = changedOwner(provider, caller, owner);
        const visitor = { userId: caller.userId, ownerId, browser: sessionOf(context) };
        // Where the person goes to give access.
        return { url: await authorizations.begin(provider.id, visitor, name) };
      },
    ),
    route("GET /connections/callback", {}, async ({ caller: { userId }, context }) => {
      const answer = new URL(context.req.url).searchParams;
      context.header("Content-Security-Policy", policy);
      try {
        await authorizations.finish(answer, { userId, browser: sessionOf(context) });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return context.html(page("Not connected", error.message), 400);
      }
      return context.html(page("Connected", "You can close this window.", closeScript));
    }),
  ];
}

/** One sign-in of one browser, without what would let anyone else use it. */
function sessionOf(context: Context): string | undefined {
  const pairs = (context.req.header("cookie") ?? "").split(";").map((pair) => pair.split("=", 2));
  const cookie = pairs.find(([name = ""]) => name.endsWith("session_token"))?.[1];
  return cookie && createHash("sha256").update(cookie).digest("hex");
}

/** Everything in it is ours: nothing that a service has sent. */
const page = (title: string, text: string, script = ""): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p>${script && `<script>${script}</script>`}</html>`;
