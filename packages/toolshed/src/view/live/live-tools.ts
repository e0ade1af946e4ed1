import { viewSourceId } from "../../catalog/catalog.ts";
import { isObject, type JsonObject } from "../../json/json-object.ts";
import { cleanText } from "../../source/clean-text.ts";
import { passContent } from "../../source/mcp/content/pass-result.ts";
import { callMethod, readResult } from "../../source/mcp/peer/results.ts";
import { toSourceTool } from "../../source/mcp/tools/reviewed-tools.ts";
import { type ToolDefinition, toDefinitions } from "../../source/mcp/tools/tool-definition.ts";
import { toToolPaths } from "../../source/mcp/tools/tool-paths.ts";
import { findFlaggedPhrases } from "../../source/review/flagged-phrases.ts";
import { type Source, type SourceTool, sourceOf, UpstreamError, WholeResult } from "../../source/source.ts";
import type { LiveAnswer, LiveView } from "./live-state.ts";

const maxMessageLength = 10_000;

type CallView = (name: string, args: JsonObject, signal: AbortSignal) => Promise<LiveAnswer>;

/** The path of each tool of a View, by the View's own name for it. */
export async function livePaths({ id, tools }: LiveView): Promise<ReadonlyMap<string, string>> {
  const definitions = await toDefinitions(tools);
  return toToolPaths(viewSourceId(id), [...definitions.keys()]);
}

/** The tools of an open View as those of a source, made safe like those of any MCP server. */
export async function toLiveSource(view: LiveView, call: CallView): Promise<Source> {
  const id = viewSourceId(view.id);
  const definitions = await toDefinitions(view.tools);
  const paths = toToolPaths(id, [...definitions.keys()]);
  const origin = `In the open View "${view.title}" of ${view.path}`;
  const tools = [...definitions].map(([name, { tool }]): SourceTool => {
    const path = paths.get(name) as string;
    const { meta, ...own } = toSourceTool(tool, path, { sourceId: id });
    return {
      ...own,
      ...(addressesModel(tool, view) && {
        quarantined: `${path} has phrases that address the model, so it is held back. Nobody reviews the tools of an open View: change its texts.`,
      }),
      description: own.description === "" ? `${origin}.` : `${origin}: ${own.description}`,
      destructive: !own.readOnly,
      ...narrowed(meta),
      owner: view.owner,
      async run(input, { signal }) {
        return toResult(view, await call(name, input as JsonObject, signal));
      },
    };
  });
  return { id, tools, owner: view.owner };
}

/** A changed tool of a server is quarantined for the same phrases. */
const addressesModel = (tool: ToolDefinition["tool"], { title }: LiveView): boolean =>
  findFlaggedPhrases(tool).length + findFlaggedPhrases({ title, inputSchema: {} }).length > 0;

/** Of all that a View says about a tool, only that models should not see it is kept. */
function narrowed(meta: SourceTool["meta"]): Pick<SourceTool, "meta"> {
  const { visibility } = Object(meta?.ui);
  return Array.isArray(visibility) ? { meta: { ui: { visibility } } } : {};
}

function toResult({ path }: LiveView, answer: LiveAnswer): WholeResult {
  if ("error" in answer) {
    const { code, message } = answer.error;
    throw new UpstreamError(code, cleanText(message.slice(0, maxMessageLength)));
  }
  const { content = [], structuredContent, isError } = readResult(callMethod, answer.result, false);
  return new WholeResult({
    content: passContent(sourceOf(path), content as unknown[]),
    ...(isObject(structuredContent) && { structuredContent }),
    isError: isError === true,
  });
}
