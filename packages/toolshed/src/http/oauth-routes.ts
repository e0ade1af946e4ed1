import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AuthorizationServer } from "../account/authorization-server.ts";
import type { ApiEnvironment } from "./api-environment.ts";
import { ownResource } from "./own-resource.ts";
import type { RequestLimits } from "./request-limits.ts";
import { tooManyRequests } from "./too-many-requests.ts";

const maxBodyBytes = 64 * 1024;
const cacheSeconds = 300;

/** Where clients learn how to be let in, and get their tokens. */
export function oauthRoutes(
  server: AuthorizationServer,
  resources: readonly string[],
  { grants: limit }: RequestLimits,
): Hono<Pick<ApiEnvironment, "Bindings">> {
  const resource = (host: string | undefined) => ({
    resource: ownResource(resources, host),
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

  routes.use(`${pathname}/*`, bodyLimit({ maxSize: maxBodyBytes }));
  routes.use(`${pathname}/oauth2/*`, async (context, next) => {
    const waitMs = await limit.take(context.env.clientAddress);
    return waitMs === undefined ? next() : tooManyRequests(context, waitMs);
  });
  routes.get(`${pathname}/oauth2/authorize`, async (context) => {
    const query = new URL(context.req.url).searchParams;
    return context.redirect(await server.authorize(query, context.req.header("cookie") ?? ""));
  });
  routes.post(`${pathname}/oauth2/register`, async (context) => {
    const metadata: unknown = await context.req.json().catch(() => undefined);
    if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
      return context.json({ error: "invalid_client_metadata" }, 400);
    return server.register(metadata as Record<string, unknown>);
  });
  for (const action of ["token", "revoke"] as const) {
    routes.post(`${pathname}/oauth2/${action}`, async (context) =>
      server[action](await context.req.text(), context.req.header("authorization")),
    );
  }
  return routes;
}
