import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { clientMetadata } from "../credential/client-metadata.ts";
import type { Log } from "../log/log.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { errorAnswer } from "./error-answer.ts";
import { type ApiEnvironment, unknownPath } from "./guards/api-environment.ts";
import { privacyHeaders } from "./guards/privacy-headers.ts";
import type { RequestLimits } from "./guards/request-limits.ts";
import { notFound } from "./not-found.ts";
import { oauthRoutes } from "./page/oauth-routes.ts";
import { pageRoutes } from "./page/page-routes.ts";
import { type AgentParts, agentRoutes } from "./routes/agent-routes.ts";
import { type ApiParts, apiRoutes } from "./routes/api-routes.ts";
import { addRoutes } from "./routes/route.ts";
import { type SessionParts, sessionRoutes } from "./routes/session-routes.ts";

export interface AppParts extends ApiParts, AgentParts, SessionParts {
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly dashboardFolder: string;
  readonly limits: RequestLimits;
  /** The names of our MCP URL, the one for links first. */
  readonly mcpResources: readonly string[];
}

export function createApp(parts: AppParts): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();

  app.use((context, next) =>
    parts.telemetry.request(
      context.req.method,
      () => context.req.header(),
      async () => {
        await next();
        return { route: routePath(context), status: context.res.status };
      },
    ),
  );
  app.use("/api/*", async (context, next) => {
    await next();
    // By `context.header` each of them would make the response anew, as a stream.
    for (const [name, value] of Object.entries(privacyHeaders)) context.res.headers.set(name, value);
  });

  addRoutes(app, [...sessionRoutes(parts), ...agentRoutes(parts)]);
  // Whatever else is below it is refused to whoever is not known.
  app.use("/api/v1/*", (context, next) => {
    const { caller } = context.env;
    if (!caller) throw new HTTPException(401, { message: unknownPath });
    context.set("caller", caller);
    return next();
  });
  addRoutes(app, apiRoutes(parts));
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
    const { status, headers, body } = errorAnswer(error, parts.log);
    return context.json(body, status as ContentfulStatusCode, headers);
  });
  return app;
}
