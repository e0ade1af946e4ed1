import { RESOURCE_URI_META_KEY } from "../protocol/constants.ts";
import type { Tool } from "../protocol/mcp-types.ts";
import type { McpUiToolVisibility } from "../protocol/ui-types.ts";

type ToolWithMeta = Pick<Partial<Tool>, "name" | "_meta">;

/** Returns the URI of a tool's View, or undefined if it has none. Throws if it isn't a `ui://` URI. */
export function getToolUiResourceUri(tool: ToolWithMeta): string | undefined {
  const { resourceUri: uri = tool._meta?.[RESOURCE_URI_META_KEY] } = uiMetaOf(tool);
  if (uri === undefined) return;
  if (typeof uri === "string" && uri.startsWith("ui://")) return uri;
  throw new Error(`Invalid UI resource URI: ${JSON.stringify(uri)}`);
}

/** Whether only the model may call the tool, and no View. */
export function isToolVisibilityModelOnly(tool: ToolWithMeta): boolean {
  return isToolVisibleTo("model", tool) && !isToolVisibleTo("app", tool);
}

/** Whether only Views may call the tool. Don't show it to the model. */
export function isToolVisibilityAppOnly(tool: ToolWithMeta): boolean {
  return isToolVisibleTo("app", tool) && !isToolVisibleTo("model", tool);
}

/** A tool that says nothing of its visibility is for both. */
export function isToolVisibleTo(who: McpUiToolVisibility, tool: ToolWithMeta): boolean {
  const { visibility } = uiMetaOf(tool);
  return !Array.isArray(visibility) || visibility.includes(who);
}

/** Returns the tools, of a server or of a View, that a model may see. */
export function getModelTools<T extends ToolWithMeta>(tools: readonly T[]): T[] {
  return tools.filter((tool) => isToolVisibleTo("model", tool));
}

function uiMetaOf(tool: ToolWithMeta): { resourceUri?: unknown; visibility?: unknown } {
  return tool._meta?.ui ?? {};
}
