import { useViewState } from "./use-view-state.ts";
import type { StructuredContent, ToolResult } from "./view-state.ts";

/** The result of the tool call that this View shows; the latest, if the host sends more than one. */
export function useToolResult<Output = StructuredContent>(): ToolResult<Output> {
  return useViewState("toolResult") as ToolResult<Output>;
}
