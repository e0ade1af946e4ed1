import type { ToolEntry } from "toolshed/api";

export interface BuiltInSource {
  readonly id: string;
  readonly toolCount: number;
}

/** The sources with tools that need no account. */
export function builtInSources(tools: readonly ToolEntry[]): BuiltInSource[] {
  const counts = new Map<string, number>();
  for (const { path, authProvider } of tools) {
    const [id = path] = path.split(".");
    if (authProvider === null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].map(([id, toolCount]) => ({ id, toolCount }));
}
