import type { AuthProvider } from "@toolshed/sdk";
import type { Invitations } from "../../account/invitations.ts";
import type { Members } from "../../account/members.ts";
import type { AddedPlugins } from "../../catalog/added-plugins.ts";
import { selectTools } from "../../catalog/select-tools.ts";
import type { Sources } from "../../catalog/sources.ts";
import type { Authorizations } from "../../credential/authorizations.ts";
import type { Credentials } from "../../credential/credentials.ts";
import type { Endpoints } from "../../endpoint/endpoints.ts";
import type { Roles } from "../../policy/roles.ts";
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
import { guarded, route } from "./route.ts";
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

/** For people who have signed in, and commands. */
export function apiRoutes(parts: ApiParts) {
  const { catalog, visibility, endpoints, roles, origin, credentials, providers, members, sources } = parts;

  return [
    route("GET /status", {}, async ({ caller }) => {
      const { isVisible } = await visibility(caller);
      return {
        version: parts.version,
        url: origin,
        // Its token opens everything that is the owner's.
        mcpUrl: caller.role === "owner" ? parts.mcpUrl : `${origin}/api/mcp`,
        toolCount: (await selectTools(catalog, isVisible)).length,
      };
    }),
    ...callRoutes(parts),
    ...toolRoutes(parts),
    ...approvalRoutes(parts),
    ...pluginRoutes(parts.addedPlugins),
    ...sourceRoutes(sources, members),
    ...endpointRoutes(endpoints, roles, origin, (id) => sources.find(id)?.kind === "mcp", credentials),
    ...authorizationRoutes(parts.authorizations, providers),
    ...connectionRoutes(providers, credentials, catalog, roles),
    ...invitationRoutes(parts.invitations, roles, origin),
    ...memberRoutes(members, roles),
    ...consentRoutes(parts),
    ...roleRoutes(roles, catalog),
    ...guarded(commandsOnly, [
      route("POST /sign-in-links", {}, async () => ({ url: await parts.createSignInLink() })),
      route("POST /rotate-secret", {}, () => parts.rotateSecret()),
      route("POST /stop", {}, () => parts.stop()),
    ]),
  ];
}
