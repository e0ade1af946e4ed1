import type { NearestPaths } from "../../search/nearest-paths.ts";
import type { SourceTool } from "../../source/source.ts";

const maxLength = 200;

/** Says that the tool was not found and, in a second line, which visible paths look most like it. */
export type DescribeMissing = (
  path: string,
  isVisible: (tool: SourceTool) => boolean,
  userId?: string,
) => Promise<string>;

export function createDescribeMissing(nearestPaths: NearestPaths): DescribeMissing {
  return async (path, isVisible, userId) => {
    const nearest = await nearestPaths(path, isVisible, userId);
    const hint = nearest.length > 0 ? `Did you mean ${nearest.join(" or ")}?` : "Find one with tools.search.";
    return `Tool not found: ${path.slice(0, maxLength)}\n${hint}`;
  };
}
