import type { Caller } from "../../policy/caller.ts";
import { nobodyToAsk } from "../../source/source.ts";
import { version } from "../../version.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { Description, Handler, McpEndpoint } from "../protocol/endpoint.ts";
import type { ServeAsking } from "../questions/serve-asking.ts";
import { listMetaTools } from "../tools/meta-tool.ts";
import { type OnListed, type ToolSet, toolHandlers } from "../tools/tool-handlers.ts";
import type { ReadView } from "./read-view.ts";

const instructions =
  "Toolshed gives access to many tools through a few. First search_tools: describe the task and get the paths of tools that fit. " +
  "Then read_tool, unless you already know the tool: it tells what arguments to give and whether the tool is destructive. " +
  "Then call_tool with the path and the arguments, or show_tool if the tool has a view that the user should see. If a path is not found, search again instead of guessing.";

const allInstructions =
  "Toolshed lists its tools directly. If you miss one, find it with search_tools and call it with call_tool.";

const toolshed = { name: "toolshed", title: "Toolshed", version };

export interface SearchEndpointParts {
  readonly readView: ReadView;
  readonly serveAsking: ServeAsking;
  readonly onListed?: OnListed;
}

/** Calls after each change that the caller may see, until the returned function is called. */
type SubscribeTools = (caller: Caller, listener: () => void) => () => void;

/** Serves tools and the Views of tools. */
export const endpointFor = (
  tools: ToolSet,
  described: Description,
  parts: SearchEndpointParts,
): McpEndpoint => ({
  info: () => toolshed,
  describe: () => described,
  handlers: {
    ...toolHandlers(tools, parts.serveAsking, undefined, parts.onListed),
    ...viewHandlers(parts.readView),
  },
});

/** Gives access to all tools through those that search, read and call. */
export const createSearchEndpoint = (
  tools: readonly ListedTool[],
  parts: SearchEndpointParts,
): McpEndpoint => ({
  ...endpointFor(fixed(tools), { capabilities: { tools: {}, resources: {} }, instructions }, parts),
  // It depends on the endpoint, which may share its URL with others.
  toolsCache: { ttlMs: 60_000, cacheScope: "private" },
});

/** Lists tools directly. They change with their sources. */
export const createListEndpoint = (
  tools: ToolSet,
  subscribe: SubscribeTools,
  parts: SearchEndpointParts,
  instructions?: string,
): McpEndpoint => ({
  ...endpointFor(
    tools,
    {
      capabilities: { tools: { listChanged: true }, resources: {} },
      ...(instructions !== undefined && { instructions }),
    },
    parts,
  ),
  listen: async (_wanted, { caller }, tell) =>
    subscribe(caller, () => tell("notifications/tools/list_changed")),
});

/** Lists all tools. Clients of older revisions have sessions here, through which they learn of changes. */
export const createAllEndpoint = (
  tools: ToolSet,
  subscribe: SubscribeTools,
  parts: SearchEndpointParts,
): McpEndpoint => ({
  ...createListEndpoint(tools, subscribe, parts, allInstructions),
  async attach(connection, caller) {
    const tell = () => connection.tell({ method: "notifications/tools/list_changed", params: {} });
    const stop = subscribe(caller, tell);
    return { rootsChanged() {}, presenceChanged() {}, detach: async () => stop() };
  },
});

/** Tools that never change. */
export const fixed = (tools: readonly ListedTool[]): ToolSet => ({
  list: listMetaTools(tools),
  find: (name) => tools.find(({ listed }) => listed.name === name),
});

/** Views are not listed: clients learn their URIs from the tools. */
const viewHandlers = (readView: ReadView): Record<string, Handler> => ({
  "resources/list": () => ({ resources: [] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read": ({ params, caller, client, signal }) =>
    readView(params.uri as string, { caller, client: client.name, signal, elicit: nobodyToAsk }),
});
