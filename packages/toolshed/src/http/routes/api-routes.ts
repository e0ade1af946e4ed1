import type { AuthProvider } from "@toolshed/sdk";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Invitations } from "../../account/invitations.ts";
import type { Members } from "../../account/members.ts";
import type { AddedPlugins } from "../../catalog/added-plugins.ts";
import { selectTools } from "../../catalog/select-tools.ts";
import type { Sources } from "../../catalog/sources.ts";
import type { Authorizations } from "../../credential/authorizations.ts";
import type { Credentials } from "../../credential/credentials.ts";
import type { Endpoints } from "../../endpoint/endpoints.ts";
import type { Roles } from "../../policy/roles.ts";
import type { SignInLinkAnswer, StatusAnswer } from "../api.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { unknownPath } from "../guards/api-environment.ts";
import { commandsOnly } from "../guards/only.ts";
import { type ApprovalParts, approvalRoutes } from "./approval-routes.ts";
import { authorizationRoutes } from "./authorization-routes.ts";
import { type CallRouteParts, callRoutes } from "./call-routes.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { type ConsentParts, consentRoutes } from "./consent-routes.ts";
import { endpointRoutes } from "./endpoint-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { pluginRoutes } from "./plugin-routes.ts";
import { roleRoutes } from "./role-routes.ts";
import { sourceRoutes } from "./source-routes.ts";
import { type ToolParts, toolRoutes } from "./tool-routes.ts";

export interface ApiParts extends ToolParts, ApprovalParts, CallRouteParts, ConsentParts {
  readonly authorizations: Authorizations;
  readonly credentials: Credentials;
  readonly endpoints: Endpoints;
  readonly invitations: Invitations;
  readonly members: Members;
  readonly roles: Roles;
  readonly providers: ReadonlyMap<string, AuthProvider>;
  readonly addedPlugins: AddedPlugins;
  readonly sources: Sources;
  readonly origin: string;
  readonly mcpUrl: string;
  readonly version: string;
  createSignInLink(): Promise<string>;
  /** Ends the process once the answer is out. */
  stop(): void;
  /** Gives the home a new secret and wraps the key of all credentials with it. */
  rotateSecret(): Promise<void>;
}

export function apiRoutes(parts: ApiParts): Hono<ApiEnvironment> {
  const { catalog, visibility } = parts;

  return new Hono<ApiEnvironment>()
    .use(async (context, next) => {
      const { caller } = context.env;
      if (!caller) throw new HTTPException(401, { message: unknownPath });
      context.set("caller", caller);
      return next();
    })
    .get("/status", async (context) => {
      const { isVisible } = await visibility(context.get("caller"));
      return context.json<StatusAnswer>({
        version: parts.version,
        url: parts.origin,
        // Its token opens everything that is the owner's.
        mcpUrl: context.get("caller").role === "owner" ? parts.mcpUrl : `${parts.origin}/api/mcp`,
        toolCount: (await selectTools(catalog, isVisible)).length,
      });
    })
    .route("/calls", callRoutes(parts))
    .route("/tools", toolRoutes(parts))
    .route("/approvals", approvalRoutes(parts))
    .route("/plugins", pluginRoutes(parts.addedPlugins))
    .route("/sources", sourceRoutes(parts.sources, parts.members))
    .route(
      "/endpoints",
      endpointRoutes(
        parts.endpoints,
        parts.roles,
        parts.origin,
        (id) => parts.sources.find(id)?.kind === "mcp",
        parts.credentials,
      ),
    )
    .route("/connections", authorizationRoutes(parts.authorizations, parts.providers))
    .route("/connections", connectionRoutes(parts.providers, parts.credentials, catalog, parts.roles))
    .route("/invitations", invitationRoutes(parts.invitations, parts.roles, parts.origin))
    .route("/members", memberRoutes(parts.members, parts.roles))
    .route("/consent", consentRoutes(parts))
    .route("/roles", roleRoutes(parts.roles, catalog))
    .post("/sign-in-links", commandsOnly, async (context) =>
      context.json<SignInLinkAnswer>({ url: await parts.createSignInLink() }),
    )
    .post("/rotate-secret", commandsOnly, async (context) => {
      await parts.rotateSecret();
      return context.json({});
    })
    .post("/stop", commandsOnly, (context) => {
      parts.stop();
      return context.json({});
    });
}
