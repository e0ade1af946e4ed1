import { Hono } from "hono";
import { consentPage } from "../../account/oauth/oauth-terms.ts";
import { envelopeBounds, JsonError, parseJson } from "../../json/parse-json.ts";
import { respond, tooManyRequestsAnswer } from "../answer.ts";
import { ownResource } from "../guards/admit.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import type { AppParts } from "../parts.ts";

const cacheSeconds = 300;
const maxQueryLength = 8_000;
const unstorable = "Text must be Unicode, without U+0000";

/** Where clients learn how to be let in, and get their tokens. */
export function oauthRoutes(parts: AppParts): Hono<Pick<ApiEnvironment, "Bindings">> {
  const { authorizationServer: server, mcpResources, limits } = parts;
  const resource = (host: string | undefined) => ({
    resource: ownResource(mcpResources, host),
    authorization_servers: [server.issuer],
    scopes_supported: ["tools"],
    bearer_methods_supported: ["header"],
    resource_name: "Toolshed",
  });
  const { pathname } = new URL(server.issuer);
  const routes = new Hono<Pick<ApiEnvironment, "Bindings">>();

  routes.use("/.well-known/*", async (context, next) => {
    await next();
    context.header("Cache-Control", `public, max-age=${cacheSeconds}`);
    context.header("X-Content-Type-Options", "nosniff");
  });
  for (const path of [
    "/.well-known/oauth-protected-resource/api/mcp",
    "/.well-known/oauth-protected-resource",
  ]) {
    routes.get(path, (context) => context.json(resource(context.req.header("host"))));
  }
  // By the standard for OAuth, by the one for OpenID, and where clients look that know neither path.
  for (const path of [
    `/.well-known/oauth-authorization-server${pathname}`,
    `/.well-known/openid-configuration${pathname}`,
    `${pathname}/.well-known/openid-configuration`,
    `${pathname}/.well-known/oauth-authorization-server`,
    "/.well-known/oauth-authorization-server",
  ]) {
    routes.get(path, async (context) => context.json(await server.metadata()));
  }

  routes.use(`${pathname}/oauth2/*`, async (context, next) => {
    const waitMs = await limits.grants.take(context.env.clientAddress);
    return waitMs === undefined ? next() : respond(context, tooManyRequestsAnswer(waitMs));
  });
  routes.get(`${pathname}/oauth2/authorize`, async (context) => {
    const { search, searchParams } = new URL(context.req.url);
    // What is asked comes back in a header, which most programs take only so long.
    if (search.length > maxQueryLength) return context.redirect(`${consentPage}?error=invalid_request`);
    return context.redirect(await server.authorize(searchParams, context.req.header("cookie") ?? ""));
  });
  routes.post(`${pathname}/oauth2/register`, async (context) => {
    const read = readMetadata(await context.req.text());
    if ("problem" in read) {
      return context.json({ error: "invalid_client_metadata", error_description: read.problem }, 400);
    }
    return server.register(read.metadata);
  });
  for (const action of ["token", "revoke"] as const) {
    routes.post(`${pathname}/oauth2/${action}`, async (context) => {
      const form = await context.req.text();
      const authorization = context.req.header("authorization");
      if (!isStorable([...new URLSearchParams(form).values(), basicCredentials(authorization)]))
        return context.json({ error: "invalid_request", error_description: unstorable }, 400);
      return server[action](form, authorization);
    });
  }
  return routes;
}

/** What a client says about itself, or what is wrong with it. */
function readMetadata(text: string): { metadata: Record<string, unknown> } | { problem: string } {
  try {
    const metadata = parseJson(text, envelopeBounds);
    if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
      return { problem: "The body must be a JSON object" };
    return isStorable(metadata) ? { metadata: { ...metadata } } : { problem: unstorable };
  } catch (error) {
    if (error instanceof JsonError) return { problem: error.message };
    throw error;
  }
}

/** The id and the secret of a client, which it encodes as in a form. */
function basicCredentials(authorization = ""): string {
  const [, encoded = ""] = /^Basic +(.*)$/i.exec(authorization) ?? [];
  return new URLSearchParams(`credentials=${Buffer.from(encoded, "base64")}`).get("credentials") ?? "";
}

/** Whether a database takes every text in it: PostgreSQL refuses U+0000 and halves of surrogate pairs. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !/\0|\p{Surrogate}/u.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(isStorable));
}
