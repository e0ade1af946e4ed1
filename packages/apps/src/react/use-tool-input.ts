import { useViewState } from "./use-view-state.ts";
import type { ToolInput } from "./view-state.ts";

/** The arguments of the tool call that this View shows, from the first part that the host sends of them. */
export function useToolInput<Input = Record<string, unknown>>(): ToolInput<Input> {
  return useViewState("toolInput") as ToolInput<Input>;
}
