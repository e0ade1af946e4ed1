import type { CallToolResult, ToolAnnotations } from "../protocol/mcp-types.ts";
import type { AppToolCallback, AppToolSchema } from "../view/app-tool.ts";
import type { NamedAppToolConfig } from "./use-app-tool.ts";
import { type ToolEntry, useToolEntries } from "./use-tool-entries.ts";

/** A tool whose schema is JSON Schema. The host sees the schema; arguments are not validated. */
export interface AppTool {
  /** The name to call the tool by. */
  name: string;
  /** The name to show to people. Defaults to `name`. */
  title?: string;
  /** What the tool does, for the model. */
  description?: string;
  /** JSON Schema of the arguments. */
  inputSchema?: Record<string, unknown>;
  /** Hints about what the tool does. */
  annotations?: ToolAnnotations;
  /** Extra metadata of the tool. */
  _meta?: Record<string, unknown>;
}

/** Tools with one function that runs them all. */
export interface AppToolsConfig {
  /** The tools of the View. */
  tools: readonly AppTool[];
  /** Runs the tool that is named. */
  onCallTool(params: {
    name: string;
    arguments?: Record<string, unknown>;
  }): CallToolResult | Promise<CallToolResult>;
}

/** A tool with its handler. */
export interface AppToolEntry<In = undefined>
  extends Omit<NamedAppToolConfig, "inputSchema" | "outputSchema"> {
  /** Describes the arguments: an object schema or JSON Schema. */
  inputSchema?: In;
  /** Describes `structuredContent` of results. */
  outputSchema?: AppToolSchema;
  /** Runs the tool. With an input schema, it gets the validated arguments first. */
  handler: AppToolCallback<In extends AppToolSchema ? In : undefined>;
}

/**
 * Adds several tools while the component is mounted. The list may change between renders.
 * @example useAppTools([{ name: "zoom", handler: zoom }, { name: "reset", handler: reset }])
 */
export function useAppTools(config: AppToolsConfig): void;
export function useAppTools<const In extends readonly unknown[]>(
  list: { [Index in keyof In]: AppToolEntry<In[Index]> } | readonly [],
): void;
export function useAppTools(given: AppToolsConfig | readonly unknown[]): void {
  useToolEntries("onCallTool" in given ? toEntries(given) : (given as readonly ToolEntry[]));
}

function toEntries({ tools, onCallTool }: AppToolsConfig): ToolEntry[] {
  return tools.map((tool) => ({
    ...tool,
    inputSchema: { type: "object", ...tool.inputSchema },
    handler: (args) => onCallTool({ name: tool.name, arguments: args }),
  }));
}
