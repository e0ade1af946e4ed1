import { useSnapshot } from "./use-snapshot.ts";
import type { ToolInput } from "./view-snapshot.ts";

/**
 * Returns the arguments of the tool call that this View shows, as the host sends them.
 * @example const { input, isComplete } = useToolInput<{ city: string }>()
 */
export function useToolInput<Input = Record<string, unknown>>(): ToolInput<Input> {
  return useSnapshot("toolInput") as ToolInput<Input>;
}
