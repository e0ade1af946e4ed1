import type { Plugin, PluginStore, Schema, Tool } from "@toolshed/sdk";
import { parseArguments } from "./parse-arguments.ts";
import type { JsonSchema, Source, SourceTool } from "./source.ts";

export type OpenPluginStore = (pluginId: string, userId: string) => PluginStore;

export function createPluginSource(plugin: Plugin, openStore: OpenPluginStore): Source {
  return { id: plugin.id, tools: plugin.tools.map((tool) => toSourceTool(plugin, tool, openStore)) };
}

function toSourceTool(plugin: Plugin, tool: Tool, openStore: OpenPluginStore): SourceTool {
  return {
    path: tool.path,
    name: tool.name,
    description: tool.description,
    inputSchema: toJsonSchema(tool.inputSchema, "input"),
    ...(tool.outputSchema && { outputSchema: toJsonSchema(tool.outputSchema, "output") }),
    destructive: tool.destructive ?? false,
    ...(tool.authProvider !== undefined && { authProvider: tool.authProvider }),
    parse: (args) => parseArguments(tool.inputSchema, args),
    run: async (input, call) =>
      tool.handler(
        {
          userId: call.userId,
          signal: call.signal,
          logger: call.logger,
          store: openStore(plugin.id, call.userId),
        },
        input,
      ),
  };
}

function toJsonSchema(schema: Schema, side: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = schema["~standard"].jsonSchema[side]({ target: "draft-2020-12" });
  return rest;
}
