import type { SourceTool } from "../source/source.ts";

/** Some tools are there for a View alone: a model neither sees nor calls them. */
export function isForModel({ meta }: SourceTool): boolean {
  const visibility = (meta?.ui as { visibility?: unknown } | undefined)?.visibility;
  return !Array.isArray(visibility) || visibility.includes("model");
}
