import type { ElicitResult } from "../elicit.ts";
import { parseArguments } from "../parse-arguments.ts";
import type { Plugin } from "../plugin.ts";
import type { Tool } from "../tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { pluginViews, viewMeta } from "../views/plugin-views.ts";
import { createMemoryStore } from "./memory-store.ts";

export interface TestOptions {
  /** Token by provider; a provider that is not here is not connected. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** Stands in for the network. */
  readonly fetch?: typeof fetch;
  /** What a person answers when the plugin asks. Absent means that nobody can be asked. */
  readonly answer?: ElicitResult;
  readonly signal?: AbortSignal;
}

export interface TestedPlugin {
  /** Calls a tool as the gateway would: arguments checked, defaults applied, whatever the handler throws thrown. */
  call(path: string, args?: unknown): Promise<unknown>;
  /** The View that shows a tool's results, as a host would get it: its address, its page, and `_meta.ui` of both. */
  view(path: string): Promise<TestedView>;
}

export interface TestedView {
  readonly uri: string;
  readonly html: string;
  /** Of the page: its domains and permissions. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Of the tool: its View's address and who may call it. */
  readonly toolMeta: Readonly<Record<string, unknown>>;
}

export function testPlugin(plugin: Plugin, options: TestOptions = {}): TestedPlugin {
  const { tokens = {}, answer = { action: "unavailable" } } = options;
  const store = createMemoryStore();
  const quiet = () => {};

  function find(path: string): Tool {
    const tool = plugin.tools.find((candidate) => candidate.path === path);
    if (!tool) throw new Error(`Tool not found: ${path}`);
    return tool;
  }

  return {
    async view(path) {
      const { ui } = Object(viewMeta(plugin.id, find(path)));
      const view = pluginViews(plugin).get(ui?.resourceUri);
      if (!view) throw new Error(`${path} has no View`);
      return { uri: view.uri, html: await view.readHtml(), meta: view.meta, toolMeta: ui };
    },
    async call(path, args) {
      const tool = find(path);
      const parsed = await parseArguments(tool.inputSchema, args);
      if ("problem" in parsed) throw new Error(`Invalid arguments for ${path}: ${parsed.problem}`);

      const ctx: ToolContext = {
        userId: "test",
        role: "owner",
        auth: {
          async getToken(provider = tool.authProvider ?? "") {
            const token = tokens[provider];
            if (token !== undefined) return token;
            throw new Error(`No credentials for "${provider}". Connect it in the Toolshed dashboard.`);
          },
        },
        elicit: async () => answer,
        logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
        signal: options.signal ?? new AbortController().signal,
        fetch: options.fetch ?? fetch,
        store,
      };
      return tool.handler(ctx, parsed.input);
    },
  };
}
