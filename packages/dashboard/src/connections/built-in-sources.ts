import type { ToolEntry } from "toolshed/api";

export interface BuiltInSource {
  readonly id: string;
  readonly toolCount: number;
}

/** The plugins with tools that need no account. MCP servers and APIs that were added are on the page of sources. */
export function builtInSources(tools: readonly ToolEntry[]): BuiltInSource[] {
  const counts = new Map<string, number>();
  for (const { path, authProvider, fromPlugin } of tools) {
    const [id = path] = path.split(".");
    if (authProvider === null && fromPlugin) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].map(([id, toolCount]) => ({ id, toolCount }));
}
