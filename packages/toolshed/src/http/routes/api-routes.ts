import { selectTools } from "../../catalog/select-tools.ts";
import { dataBounds } from "../../json/parse-json.ts";
import { isAdmin } from "../../policy/caller.ts";
import { nobodyToAsk } from "../../source/source.ts";
import { viewRequestInput } from "../../view/views.ts";
import { commandsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { accountRoutes } from "./account-routes.ts";
import { approvalRoutes } from "./approval-routes.ts";
import { callRoutes } from "./call-routes.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { consentRoutes } from "./consent-routes.ts";
import { consoleRoutes } from "./console/console-routes.ts";
import { endpointRoutes } from "./endpoint-routes.ts";
import { guarded, route } from "./route.ts";
import { settingRoutes } from "./setting-routes.ts";
import { pluginRoutes, sourceRoutes } from "./source-routes.ts";
import { statsRoutes } from "./stats-routes.ts";
import { invitationRoutes, memberRoutes, roleRoutes } from "./team-routes.ts";
import { toolGroupRoutes, toolRoutes } from "./tool-routes.ts";

/** For people who have signed in, and commands. */
export function apiRoutes(parts: AppParts) {
  const { catalog, visibility, origin } = parts;

  return [
    route("GET /status", {}, async ({ caller }) => {
      const { isVisible } = await visibility(caller);
      return {
        version: parts.version,
        url: origin,
        // Its token opens everything that is the owner's.
        mcpUrl: caller.role === "owner" ? parts.mcpUrl : `${origin}/api/mcp`,
        clients: isAdmin(caller) ? parts.connectionCounts() : null,
        toolCount: (await selectTools(catalog, isVisible)).length,
      };
    }),
    ...accountRoutes(parts),
    ...callRoutes(parts),
    ...settingRoutes(parts),
    ...statsRoutes(parts),
    // Before the route of one tool, which has the same form.
    ...toolGroupRoutes(parts),
    ...toolRoutes(parts),
    ...consoleRoutes(parts),
    ...viewRoutes(parts),
    ...approvalRoutes(parts),
    ...pluginRoutes(parts),
    ...sourceRoutes(parts),
    ...endpointRoutes(parts),
    ...connectionRoutes(parts),
    ...invitationRoutes(parts),
    ...memberRoutes(parts),
    ...consentRoutes(parts),
    ...roleRoutes(parts),
    ...guarded(commandsOnly, [
      route("POST /sign-in-links", {}, async () => ({ url: await parts.createSignInLink() })),
      route("POST /rotate-secret", {}, () => parts.rotateSecret()),
      route("POST /stop", {}, () => parts.stop()),
    ]),
  ];
}

/** What Views ask for that the dashboard shows. */
function viewRoutes({ views }: AppParts) {
  return [
    route(
      "POST /views/request",
      { body: viewRequestInput, maxValues: dataBounds.values },
      ({ body, caller, context }) =>
        views.request({
          caller,
          client: caller.via,
          signal: context.req.raw.signal,
          elicit: nobodyToAsk,
          ...body,
        }),
    ),
  ];
}
