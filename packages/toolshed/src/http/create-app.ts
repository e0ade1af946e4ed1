import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { clientMetadata } from "../credential/client-metadata.ts";
import type { Log } from "../log/log.ts";
import type { McpEndpoint } from "../mcp/mcp-endpoint.ts";
import { DatabaseUnreachable } from "../store/database-unreachable.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { UserError } from "../user-error.ts";
import { type AgentParts, agentRoutes } from "./agent-routes.ts";
import type { RequestEnvironment } from "./api-environment.ts";
import { type ApiParts, apiRoutes } from "./api-routes.ts";
import { mcpRoutes } from "./mcp-routes.ts";
import { notFound } from "./not-found.ts";
import { oauthRoutes } from "./oauth-routes.ts";
import { pageRoutes } from "./page-routes.ts";
import { privacyHeaders } from "./privacy-headers.ts";
import type { RequestLimits } from "./request-limits.ts";
import { type SessionParts, sessionRoutes } from "./session-routes.ts";
import type { VisitorOf } from "./visitor-of.ts";

export interface AppParts extends ApiParts, AgentParts, SessionParts {
  readonly mcp: McpEndpoint;
  readonly visitorOf: VisitorOf;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly dashboardFolder: string;
  readonly limits: RequestLimits;
  /** Resolves when this gateway knows whatever was changed before, also on another one. */
  catchUp(): Promise<void>;
  /** The names of our MCP URL, the one for links first. */
  readonly mcpResources: readonly string[];
}

/** As much as the MCP handler reads of a request. */
const maxBodyBytes = 4 * 1024 * 1024;
/** As large as the description of an API gets. */
const maxDocumentBytes = 40 * 1024 * 1024;

export function createApp(parts: AppParts): Hono<{ Bindings: RequestEnvironment }> {
  const app = new Hono<{ Bindings: RequestEnvironment }>();

  app.use((context, next) => {
    // Its call was measured when it was made.
    if (context.env?.ended) return next();
    return parts.telemetry.request(
      context.req.method,
      () => context.req.header(),
      async () => {
        await next();
        return { route: routePath(context), status: context.res.status };
      },
    );
  });
  app.use("/api/*", async (context, next) => {
    await next();
    // By `context.header` each of them would make the response anew, as a stream.
    for (const [name, value] of Object.entries(privacyHeaders)) context.res.headers.set(name, value);
    // The rest of what was too long is not read, so nothing can follow it on this connection.
    if (context.res.status === 413) context.res.headers.set("Connection", "close");
  });
  app.use("/api/v1/*", async (context, next) => {
    const takesDocument = /^\/api\/v1\/sources(\/[^/]+\/document)?$/.test(context.req.path);
    const maxSize = takesDocument ? maxDocumentBytes : maxBodyBytes;
    return bodyLimit({ maxSize })(context, next);
  });

  app.use("/api/*", async (context, next) => {
    // A gateway can be stopped without its database.
    if (context.req.path !== "/api/v1/stop") await parts.catchUp();
    return next();
  });

  app.route(
    "/api/mcp",
    mcpRoutes(parts.endpoints, parts.visitorOf, parts.mcp, parts.limits, parts.mcpResources),
  );
  app.route("/api/v1/session", sessionRoutes(parts));
  app.route("/api/v1/agent", agentRoutes(parts));
  // Whatever else is below it is refused to whoever is not known.
  app.route("/api/v1", apiRoutes(parts));
  app.route("/", oauthRoutes(parts.authorizationServer, parts.mcpResources, parts.limits));
  app.get("/api/oauth-client", (context) => {
    const redirectUrl = `${parts.origin}/api/v1/connections/callback`;
    return context.json({ client_id: `${parts.origin}/api/oauth-client`, ...clientMetadata(redirectUrl) });
  });
  app.all("/api/*", notFound);
  app.all("/.well-known/*", notFound);
  app.route("/", pageRoutes(parts.accounts, parts.openId, parts.dashboardFolder));

  app.notFound(notFound);
  app.onError((error, context) => {
    if (error instanceof HTTPException) return context.json({ error: error.message }, error.status);
    if (error instanceof DatabaseUnreachable) {
      parts.log.warn(`the database cannot be reached: ${(error.cause as Error).message}`);
      return context.json({ error: error.message }, 503);
    }
    if (error instanceof UserError) return context.json({ error: error.message }, 422);
    const id = randomUUID();
    parts.log.error(`internal error (${id}): ${error.stack ?? error.message}`);
    return context.json({ error: `internal error (${id})` }, 500);
  });
  return app;
}
