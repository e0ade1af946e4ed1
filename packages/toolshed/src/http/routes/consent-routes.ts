import type { AuthProvider } from "@toolshed/sdk";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { selectTools } from "../../catalog/select-tools.ts";
import { approvalModes } from "../../policy/caller.ts";
import { type SourceTool, sourceOf } from "../../source/source.ts";
import { browsersOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { maxPatterns } from "./path-patterns.ts";
import { guarded, route } from "./route.ts";

const maxQueryLength = 8_000;
/** After the id of a source, the pattern of all its tools. */
const everyTool = ".**";
const consentBody = z.object({
  query: z.string().max(maxQueryLength),
  accept: z.boolean(),
  readOnly: z.boolean().default(false),
  /** First segments of paths. Absent means all, and those that come later. */
  sources: z
    .array(z.string().regex(/^[a-z][a-z0-9_]*$/))
    .min(1)
    .max(maxPatterns)
    .optional(),
  approval: z.enum(approvalModes).default("host"),
});

/** What a person is asked before a client may use their tools, and their answer. */
export function consentRoutes(parts: AppParts) {
  const { authorizationServer, catalog, grants, providers, visibility } = parts;

  async function clientOf(query: string) {
    const client = query.length <= maxQueryLength ? await authorizationServer.readConsent(query) : undefined;
    if (client) return client;
    throw new HTTPException(410, {
      message: "This request is too old or was changed: start again in the app",
    });
  }

  return guarded(browsersOnly, [
    // Its query is what the authorization server has signed, as it is written.
    route("GET /consent", {}, async ({ caller, context }) => {
      const client = await clientOf(new URL(context.req.url).search.slice(1));
      const { isVisible } = await visibility(caller);
      const before = await grants.find(caller.userId, client.id);
      return {
        client: {
          name: client.name,
          isVerified: client.isVerified,
          host: client.isVerified ? new URL(client.id).host : null,
          redirectTo: describeRedirect(client.redirectUri),
        },
        sources: toSources(await selectTools(catalog, isVisible), providers),
        before: before
          ? {
              readOnly: before.scope.readOnly,
              approval: before.approval,
              sources: before.scope.allow?.map((pattern) => pattern.replace(everyTool, "")) ?? null,
            }
          : null,
      };
    }),
    route("POST /consent", { body: consentBody }, async ({ body, caller: { userId }, context }) => {
      const { query, accept, readOnly, sources, approval } = body;
      const { id: clientId, name } = await clientOf(query);
      const scope = { readOnly, ...(sources && { allow: sources.map((source) => source + everyTool) }) };
      const grant = accept ? { userId, clientId, name, scope, approval } : undefined;
      const url = await authorizationServer.answerConsent(query, grant, context.req.header("cookie") ?? "");
      if (url === undefined)
        throw new HTTPException(410, {
          message: "This request was answered already: start again in the app",
        });
      return { url };
    }),
  ]);
}

/** Where the answer goes, as a person knows it: a site, this computer, or an app. */
function describeRedirect(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol === "https:") return host;
  return protocol === "http:"
    ? `${hostname}, a program on your computer`
    : `${protocol}, an app on your device`;
}

function toSources(tools: readonly SourceTool[], providers: ReadonlyMap<string, AuthProvider>) {
  const bySource = new Map<string, SourceTool[]>();
  for (const tool of tools) {
    const id = sourceOf(tool.path);
    const own = bySource.get(id);
    if (own) own.push(tool);
    else bySource.set(id, [tool]);
  }
  return [...bySource].map(([id, own]) => ({
    /** The first segment of its tools' paths. */
    id,
    toolCount: own.length,
    readOnlyCount: own.filter(({ readOnly }) => readOnly).length,
    destructiveCount: own.filter(({ destructive }) => destructive).length,
    providers: [...new Set(own.flatMap(({ authProvider = [] }) => authProvider))].map(
      (provider) => providers.get(provider)?.name ?? provider,
    ),
  }));
}
