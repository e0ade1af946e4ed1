import type { CallToolResult, ToolAnnotations } from "../protocol/mcp-types.ts";
import type { AppToolCallback, AppToolSchema } from "../view/app-tool.ts";
import type { NamedAppToolConfig } from "./use-app-tool.ts";
import { type ToolEntry, useToolEntries } from "./use-tool-entries.ts";

/** A tool whose schema is JSON Schema: the host sees the schema, and arguments are not validated. */
export interface AppTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: Record<string, unknown>;
  annotations?: ToolAnnotations;
  _meta?: Record<string, unknown>;
}

export interface AppToolsConfig {
  tools: readonly AppTool[];
  onCallTool(params: {
    name: string;
    arguments?: Record<string, unknown>;
  }): CallToolResult | Promise<CallToolResult>;
}

/** A tool with its handler, which gets the arguments first if there is a schema for them. */
export interface AppToolEntry<In = undefined>
  extends Omit<NamedAppToolConfig, "inputSchema" | "outputSchema"> {
  inputSchema?: In;
  outputSchema?: AppToolSchema;
  handler: AppToolCallback<In extends AppToolSchema ? In : undefined>;
}

/** Tools of the View that are there while the component is mounted. The list may have another length each time. */
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
