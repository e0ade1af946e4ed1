import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { clientMetadata } from "../credential/client-metadata.ts";
import { notFound, privacyHeaders, respond } from "./answer.ts";
import { errorAnswer } from "./error-answer.ts";
import { type ApiEnvironment, unknownPath } from "./guards/api-environment.ts";
import { sandboxPath } from "./guards/guard-origin.ts";
import { oauthRoutes } from "./page/oauth-routes.ts";
import { pageRoutes } from "./page/page-routes.ts";
import type { AppParts } from "./parts.ts";
import { agentRoutes } from "./routes/agent-routes.ts";
import { apiRoutes } from "./routes/api-routes.ts";
import { liveRoutes } from "./routes/live-routes.ts";
import { addRoutes } from "./routes/route.ts";
import { sessionRoutes } from "./routes/session-routes.ts";

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
    // With `context.header`, each of them would rebuild the response as a stream.
    for (const [name, value] of Object.entries(privacyHeaders)) context.res.headers.set(name, value);
  });

  app.get(sandboxPath, ({ req }) => parts.sandbox.serve(req.raw));
  addRoutes(app, [...sessionRoutes(parts), ...agentRoutes(parts)]);
  // Everything else below it requires authentication.
  app.use("/api/v1/*", (context, next) => {
    const { caller } = context.env;
    if (!caller) throw new HTTPException(401, { message: unknownPath });
    context.set("caller", caller);
    return next();
  });
  addRoutes(app, apiRoutes(parts));
  app.route("/", liveRoutes(parts));
  app.route("/", oauthRoutes(parts));
  app.get("/api/oauth-client", (context) => {
    const redirectUrl = `${parts.origin}/api/v1/connections/callback`;
    return context.json({ client_id: `${parts.origin}/api/oauth-client`, ...clientMetadata(redirectUrl) });
  });
  app.all("/api/*", notFound);
  app.all("/.well-known/*", notFound);
  app.route("/", pageRoutes(parts));

  app.notFound(notFound);
  app.onError((error, context) => respond(context, errorAnswer(error, parts.log)));
  return app;
}
