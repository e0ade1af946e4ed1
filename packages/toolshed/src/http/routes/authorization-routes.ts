import { createHash } from "node:crypto";
import type { AuthProvider } from "@toolshed/sdk";
import { type Context, Hono } from "hono";
import type { Authorizations } from "../../credential/authorizations.ts";
import { UserError } from "../../user-error.ts";
import type { AuthorizeAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { notFound } from "../not-found.ts";
import { changedOwner } from "./changed-owner.ts";
import { connectionChoice } from "./connection-choice.ts";
import { readBody } from "./read-body.ts";

const closeScript = "window.close()";
const scriptHash = createHash("sha256").update(closeScript).digest("base64");
const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** Connecting by a visit to the service: where to go, and the page that people come back to. */
export function authorizationRoutes(
  authorizations: Authorizations,
  providers: ReadonlyMap<string, AuthProvider>,
): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>()
    .post("/:provider/authorize", async (context) => {
      const provider = providers.get(context.req.param("provider"));
      if (!provider) return notFound(context);
      const caller = context.get("caller");
      const { owner, name } = await readBody(context, connectionChoice);
      const ownerId = changedOwner(provider, caller, owner);
      const visitor = { userId: caller.userId, ownerId, browser: sessionOf(context) };
      const url = await authorizations.begin(provider.id, visitor, name);
      return context.json<AuthorizeAnswer>({ url });
    })
    .get("/callback", async (context) => {
      const { userId } = context.get("caller");
      const answer = new URL(context.req.url).searchParams;
      context.header("Content-Security-Policy", policy);
      try {
        await authorizations.finish(answer, { userId, browser: sessionOf(context) });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return context.html(page("Not connected", error.message), 400);
      }
      return context.html(page("Connected", "You can close this window.", closeScript));
    });
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
