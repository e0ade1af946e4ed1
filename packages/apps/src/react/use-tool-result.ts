import { useViewState } from "./use-view-state.ts";
import type { StructuredContent, ToolResult, ViewState } from "./view-state.ts";

const selectToolResult = ({ toolResult }: ViewState) => toolResult;

/** The result of the tool call that this View shows; the latest, if the host sends more than one. */
export function useToolResult<Output = StructuredContent>(): ToolResult<Output> {
  return useViewState(selectToolResult) as ToolResult<Output>;
}
