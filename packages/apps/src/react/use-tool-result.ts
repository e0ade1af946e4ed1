import { useSnapshot } from "./use-snapshot.ts";
import type { StructuredContent, ToolResult } from "./view-snapshot.ts";

/**
 * Returns the state and result of the tool call that this View shows: the latest, if the host sends several.
 * @example const { status, result } = useToolResult<Weather>()
 */
export function useToolResult<Output = StructuredContent>(): ToolResult<Output> {
  return useSnapshot("toolResult") as ToolResult<Output>;
}
