import { z } from "zod";
import { toToolResult } from "../../call/outcome.ts";
import { describeTool } from "../../catalog/describe-tool.ts";
import { selectTools } from "../../catalog/select-tools.ts";
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
const listQuery = z.object({
  query: z.string().max(1_000).optional(),
  limit: z.coerce.number<number>().int().min(1).max(10_000).optional(),
  /** Also those that could be called if their provider were connected. */
  unconnected: flag,
  /** Only what an endpoint with these path patterns would expose, or one that is read-only. */
  allow: z
    .string()
    .max(10_000)
    .transform((text) => text.split(","))
    .refine(({ length }) => length <= maxPatterns, `give at most ${maxPatterns} patterns`)
    .optional(),
  readOnly: flag,
  source: z.string().max(200).optional(),
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
  const summarize = (tool: SourceTool) => ({
    ...toSummary(tool),
    /** Whether it comes with a plugin, and not from an MCP server or API that was added. */
    fromPlugin: tool.owner === undefined && !sources.has(sourceOf(tool.path)),
  });
  return [
    route("GET /tools", { query: listQuery }, async ({ query: asked, caller }) => {
      const { query, unconnected, allow, readOnly, source, explain } = asked;
      const limit = asked.limit ?? (query ? maxFound : maxListed);
      const { isVisible, isHiddenByProvider } = await visibility(caller);
      const scope = { readOnly, ...(allow && { allow }) };
      const isAsked = (tool: SourceTool) =>
        (isVisible(tool) || (unconnected && isHiddenByProvider(tool))) && isInScope(scope, tool);
      const { tools, steps, why, indexing }: FoundTools = query
        ? await index.search(query, limit, narrow({ source }, isAsked), { userId: caller.userId, explain })
        : { tools: await selectTools(catalog, isAsked, limit) };
      return {
        tools: tools.map((tool) => ({
          ...summarize(tool),
          connected: isVisible(tool),
          ...(why && { why: why.get(tool.path) ?? [] }),
        })),
        // Only if the query asks for several things.
        ...(steps && { steps }),
        // Only while a search may miss tools because they are not indexed yet.
        ...(indexing && { indexing }),
      };
    }),
    route("GET /tools/:path", {}, async ({ params, caller }) => {
      const { isVisible, isHiddenByProvider, connectionsFor, reconnectFor } = await visibility(caller);
      const tool = found(catalog.find(params.path));
      found(isVisible(tool) || isHiddenByProvider(tool));
      return {
        ...describeTool(tool, connectionsFor(tool), reconnectFor(tool)),
        ...summarize(tool),
        connected: isVisible(tool),
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
