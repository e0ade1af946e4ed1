import { useViewState } from "./use-view-state.ts";
import type { StructuredContent, ToolResult } from "./view-state.ts";

/**
 * Returns the state and result of the tool call that this View shows: the latest, if the host sends several.
 * @example const { status, result } = useToolResult<Weather>()
 */
export function useToolResult<Output = StructuredContent>(): ToolResult<Output> {
  return useViewState("toolResult") as ToolResult<Output>;
}
