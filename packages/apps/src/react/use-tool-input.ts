import { useViewState } from "./use-view-state.ts";
import type { ToolInput, ViewState } from "./view-state.ts";

const selectToolInput = ({ toolInput }: ViewState) => toolInput;

/** The arguments of the tool call that this View shows, from the first part that the host sends of them. */
export function useToolInput<Input = Record<string, unknown>>(): ToolInput<Input> {
  return useViewState(selectToolInput) as ToolInput<Input>;
}
