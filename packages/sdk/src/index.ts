export { definePlugin } from "./define-plugin.ts";
export type { ToolDefinition } from "./define-tool.ts";
export { defineTool } from "./define-tool.ts";
export type { Logger } from "./logger.ts";
export type { Plugin } from "./plugin.ts";
export type { PluginStore, PluginStoreEntry } from "./plugin-store.ts";
export type { InferInput, InferOutput, Schema } from "./schema.ts";
export type { Tool } from "./tool.ts";
export type { ToolContext } from "./tool-context.ts";
