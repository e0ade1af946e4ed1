import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type { CallToolResult, Json } from "../protocol/mcp-types.ts";
import type { AppToolConfig, RegisteredAppTool } from "../view/app-tool.ts";
import { toListed } from "../view/tool-registry.ts";
import { useEffect, useInsertionEffect, useRef } from "./react.ts";
import { useViewStore } from "./view-context.ts";

export interface ToolEntry extends AppToolConfig {
  name: string;
  enabled?: boolean;
  /** Gets the arguments first if there is a schema for them, then the request. */
  handler(argumentsOrExtra: Json, extra?: RequestHandlerExtra): CallToolResult | Promise<CallToolResult>;
}

/** Keeps the tools of a component registered while it is mounted; handlers are those of its latest render. */
export function useToolEntries(entries: readonly ToolEntry[]): void {
  const store = useViewStore();
  const latest = useRef(entries);
  // What the host sees of the tools: other changes to an entry, such as a new schema object, do not change its list.
  const key = JSON.stringify(entries.map((entry) => [toListed(entry), entry.enabled]));

  useInsertionEffect(() => {
    latest.current = entries;
  });

  // React runs all cleanups of a commit before its effects, so a name can pass from one component to another.
  useEffect(() => {
    const tools: RegisteredAppTool[] = [];
    const remove = () => {
      for (const tool of tools) tool.remove();
    };
    try {
      for (const { name, enabled, handler: _, ...config } of latest.current) {
        const handler = (...args: Parameters<ToolEntry["handler"]>) =>
          latest.current.find((entry) => entry.name === name)?.handler(...args);
        const tool = store.app.registerTool(name, config, handler as never);
        tools.push(tool);
        if (enabled === false) tool.disable();
      }
    } catch (error) {
      remove();
      throw error;
    }
    return remove;
  }, [store, key]);
}
