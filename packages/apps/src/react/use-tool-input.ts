import { useViewState } from "./use-view-state.ts";
import type { ToolInput } from "./view-state.ts";

/**
 * Returns the arguments of the tool call that this View shows, as the host sends them.
 * @example const { input, isComplete } = useToolInput<{ city: string }>()
 */
export function useToolInput<Input = Record<string, unknown>>(): ToolInput<Input> {
  return useViewState("toolInput") as ToolInput<Input>;
}
