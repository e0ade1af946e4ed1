import { z } from "zod";
import { toToolResult } from "../../call/outcome.ts";
import { describeTool } from "../../catalog/describe-tool.ts";
import { selectPage, visitTools } from "../../catalog/select-tools.ts";
import { recursiveTypesOf } from "../../catalog/signature.ts";
import { kindNames, kindsFor, noneOfEach } from "../../catalog/tool-kinds.ts";
import { dataBounds } from "../../json/parse-json.ts";
import { isInScope } from "../../policy/scope.ts";
import type { FoundTools } from "../../search/index-catalog.ts";
import { narrow } from "../../search/narrow.ts";
import { nobodyToAsk, type SourceTool, sourceOf } from "../../source/source.ts";
import { found } from "../answer.ts";
import type { AppParts } from "../parts.ts";
import { maxPatterns } from "./path-patterns.ts";
import { route, traceOf } from "./route.ts";
import { toSummary } from "./to-summary.ts";

const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");
const filters = {
  /** The id of a source, or the first part of its tools' paths. */
  source: z.string().max(200).optional(),
  /** Kinds that a tool must all be, separated by commas. */
  kind: z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(kindNames)))
    .optional(),
};
const listQuery = z.object({
  ...filters,
  query: z.string().max(1_000).optional(),
  limit: z.coerce.number<number>().int().min(1).max(10_000).optional(),
  /** Only those directly in this group: `github.issues` has `github.issues.list`. */
  group: z.string().max(1_000).optional(),
  /** How many of the list are left out before the first. */
  offset: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
  /** In place of an offset: the page of `limit` tools that has the tool at this path. */
  around: z.string().max(1_000).optional(),
  /** Also those that could be called if their provider were connected. */
  unconnected: flag,
  /** For admins: also those that wait for a review. */
  quarantined: flag,
  /** Only what an endpoint with these path patterns would expose, or one that is read-only. */
  allow: z
    .string()
    .max(10_000)
    .transform((text) => text.split(","))
    .refine(({ length }) => length <= maxPatterns, `give at most ${maxPatterns} patterns`)
    .optional(),
  readOnly: flag,
  /** Only those that a connection to this provider opens. */
  provider: z.string().max(200).optional(),
  /** Whether to count all that a list would have without its limit. */
  count: flag,
  /** Whether to say what the score of each tool that a search finds is made of. */
  explain: flag,
});
/** How many tools a search finds unless a limit is given. */
const maxFound = 1_000;
/** And a list. */
const maxListed = 10_000;
const callBody = z.object({
  arguments: z.record(z.string(), z.unknown()).optional(),
  connection: z.string().max(100).optional(),
  /** Whether to give a handle for the tool's View as well. */
  show: z.boolean().default(false),
});

export function toolRoutes({ call, catalog, index, sources, views, visibility }: AppParts) {
  /** What an admin has to review before the tool can be used. */
  function reviewOf({ path, upstreamName = path }: SourceTool) {
    const { changes = [] } = sources.find(sourceOf(path)) ?? {};
    const change = changes.find(({ name, view }) => name === upstreamName && !view);
    const { kind = "changed", details = [], rejected = false } = change ?? {};
    return { source: sourceOf(path), kind, details, rejected };
  }

  return [
    route("GET /tools", { query: listQuery }, async ({ query: asked, caller }) => {
      const { query, unconnected, quarantined, allow, readOnly, source, kind, group, provider, explain } =
        asked;
      const limit = asked.limit ?? (query ? maxFound : maxListed);
      const visible = await visibility(caller);
      const { isVisible, isHiddenByProvider, isQuarantined } = visible;
      const kinds = kindsFor(visible);
      const scope = { readOnly, ...(allow && { allow }) };
      const isAsked = (tool: SourceTool) =>
        (group === undefined || groupOf(tool.path) === group) &&
        (provider === undefined || tool.authProvider === provider) &&
        (isVisible(tool) ||
          (unconnected && isHiddenByProvider(tool)) ||
          (quarantined && isQuarantined(tool))) &&
        isInScope(scope, tool) &&
        kinds.hasAll(tool, kind);
      const keep = narrow({ source }, isAsked);
      const selected: FoundTools & { offset?: number; count?: number } = query
        ? await index.search(query, limit, keep, { userId: caller.userId, explain })
        : await selectPage(catalog, (tool) => keep(tool, sourceOf(tool.path)), { ...asked, limit });
      const { tools, steps, why, indexing, offset, count } = selected;
      return {
        tools: tools.map((tool) => ({
          ...toSummary(tool),
          connected: !isHiddenByProvider(tool),
          quarantined: isQuarantined(tool),
          // Only the first of many are explained.
          ...(why?.has(tool.path) && { why: why.get(tool.path) }),
        })),
        // Of a list.
        ...(offset !== undefined && { offset }),
        ...(count !== undefined && { count }),
        // Only if the query asks for several things.
        ...(steps && { steps }),
        // Only while a search may miss tools because they are not indexed yet.
        ...(indexing && { indexing }),
      };
    }),
    route("GET /tools/:path", {}, async ({ params, caller }) => {
      const { isVisible, isHiddenByProvider, isQuarantined, connectionsFor, reconnectFor } =
        await visibility(caller);
      const tool = found(catalog.find(params.path));
      found(isVisible(tool) || isHiddenByProvider(tool) || isQuarantined(tool));
      return {
        ...describeTool(tool, connectionsFor(tool), reconnectFor(tool)),
        ...toSummary(tool),
        connected: isVisible(tool),
        /** Declares the types that the signature calls by their names. */
        recursiveTypes: recursiveTypesOf(tool),
        ...(isQuarantined(tool) && { review: reviewOf(tool) }),
      };
    }),
    route(
      "POST /tools/:path/call",
      { body: callBody, maxValues: dataBounds.values },
      async ({ params, body, caller, context }) =>
        toToolResult(
          await (body.show ? views.show : call)({
            caller,
            client: caller.via,
            path: params.path,
            args: body.arguments,
            connection: body.connection,
            signal: context.req.raw.signal,
            elicit: nobodyToAsk,
            trace: traceOf(context),
          }),
        ),
    ),
  ];
}

/** How many tools there are that a person may know of, by group, source and kind. */
export function toolGroupRoutes({ catalog, sources, visibility }: AppParts) {
  /** Whether it comes with a plugin and needs no account. */
  const isBuiltIn = ({ path, owner, authProvider }: SourceTool) =>
    owner === undefined && !authProvider && !sources.has(sourceOf(path));

  return [
    route("GET /tools/groups", { query: z.object(filters) }, async ({ query: { source, kind }, caller }) => {
      const visible = await visibility(caller);
      const { isVisible, isHiddenByProvider, isQuarantined } = visible;
      const kinds = kindsFor(visible);
      const groups = new Map<string, number>();
      const bySource = new Map<string, number>();
      const builtIn = new Map<string, number>();
      const byKind = noneOfEach();
      let total = 0;
      let shown = 0;
      await visitTools(catalog, (tool) => {
        if (!isVisible(tool) && !isHiddenByProvider(tool) && !isQuarantined(tool)) return true;
        total++;
        if (isBuiltIn(tool)) add(builtIn, sourceOf(tool.path));
        if (!kinds.hasAll(tool, kind)) return true;
        const own = sourceOf(tool.path);
        add(bySource, own);
        if (source !== undefined && source !== own) return true;
        shown++;
        for (const one of kinds.of(tool)) byKind[one]++;
        add(groups, groupOf(tool.path));
        return true;
      });
      return {
        /** Without any filter. */
        total,
        shown,
        /** Each group that has tools of its own, and how many. */
        groups: [...groups].map(([path, count]) => ({ path, count })),
        /** The plugins with tools that need no account, without any filter. */
        builtIn: [...builtIn].map(([id, count]) => ({ id, count })),
        /** How many would be shown of each source, and of each kind as well. */
        sources: [...bySource].map(([id, count]) => ({ id, count })),
        kinds: byKind,
      };
    }),
  ];
}

const groupOf = (path: string): string => path.slice(0, path.lastIndexOf("."));

const add = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};
