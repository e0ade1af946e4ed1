import type { McpUiHostContext } from "../protocol/ui-types.ts";
import { useViewState } from "./use-view-state.ts";

/** The host's context, empty before the connection, or what `select` takes of it: then only its changes count. */
export function useHostContext(): McpUiHostContext;
export function useHostContext<T>(select: (context: McpUiHostContext) => T): T;
export function useHostContext(select?: (context: McpUiHostContext) => unknown): unknown {
  return useViewState(({ hostContext }) => (select ? select(hostContext) : hostContext));
}
