import {
  type AuthProvider,
  type Plugin,
  type PluginStore,
  parseArguments,
  type Schema,
  type Tool,
  type ToolContext,
} from "@toolshed/sdk";
import { pluginViews, viewMeta } from "@toolshed/sdk/views";
import type { JsonSchema, Source, SourceCall, SourceTool } from "../source.ts";
import { createPluginUpstream } from "./plugin-upstream.ts";

export type OpenPluginStore = (pluginId: string, userId: string) => PluginStore;

export function createPluginSource(plugin: Plugin, openStore: OpenPluginStore): Source {
  const views = pluginViews(plugin);
  return {
    id: plugin.id,
    tools: plugin.tools.map((tool) => toSourceTool(plugin, tool, openStore)),
    ...(views.size > 0 && { upstream: createPluginUpstream(views) }),
  };
}

function toSourceTool(plugin: Plugin, tool: Tool, openStore: OpenPluginStore): SourceTool {
  const { path, name, description, inputSchema, outputSchema, destructive = false, readOnly = false } = tool;
  const provider = neededProvider(plugin, tool);
  const meta = viewMeta(plugin.id, tool);
  // What needs a person's own credentials means nothing without a person.
  const { serviceAccountAllowed = provider === undefined || provider.owner === "team" } = tool;
  return {
    path,
    name,
    description,
    destructive,
    readOnly,
    inputSchema: toJsonSchema(inputSchema, "input"),
    ...(outputSchema && { outputSchema: toJsonSchema(outputSchema, "output") }),
    ...(provider && { authProvider: provider.id }),
    ...(meta && { meta }),
    serviceAccountAllowed,
    parse: (args) => parseArguments(inputSchema, args),
    async run(input, call) {
      const value = await tool.handler(toContext(call, openStore(plugin.id, call.userId)), input);
      if (!outputSchema) return value;
      const parsed = await parseArguments(outputSchema, value);
      if ("input" in parsed) return parsed.input;
      throw new Error(`The result of ${path} does not fit its output schema: ${parsed.problem}`);
    },
  };
}

function toContext(call: SourceCall, store: PluginStore): ToolContext {
  const { userId, role, auth, elicit, fetch } = call;
  return {
    userId,
    role,
    auth,
    elicit,
    fetch,
    store,
    // The call makes these when they are asked for.
    get logger() {
      return call.logger;
    },
    get signal() {
      return call.signal;
    },
  };
}

function neededProvider({ id, authProviders }: Plugin, tool: Tool): AuthProvider | undefined {
  if (tool.authProvider === undefined) return undefined;
  const provider = authProviders.find((candidate) => candidate.id === tool.authProvider);
  if (!provider) {
    throw new Error(
      `${id}: "${tool.path}" needs the provider "${tool.authProvider}", which the plugin does not define`,
    );
  }
  return provider.type === "none" ? undefined : provider;
}

function toJsonSchema(schema: Schema, side: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = schema["~standard"].jsonSchema[side]({ target: "draft-2020-12" });
  return rest;
}
