import type { McpUiHostContext } from "../protocol/ui-types.ts";
import { isEqual } from "./is-equal.ts";
import { useRef } from "./react.ts";
import { useSnapshot } from "./use-snapshot.ts";

const all = (context: McpUiHostContext): unknown => context;

/**
 * Returns the host's context, empty before the connection, or what `select` picks from it: then only changes
 * to that rerender.
 * @example const locale = useHostContext((context) => context.locale)
 */
export function useHostContext(): McpUiHostContext;
export function useHostContext<T>(select: (context: McpUiHostContext) => T): T;
export function useHostContext(select = all): unknown {
  const last = useRef<[McpUiHostContext, typeof select, unknown]>(undefined);
  return useSnapshot("hostContext", undefined, (context): unknown => {
    const [lastContext, lastSelect, value] = last.current ?? [];
    // Asked the same, it gives the same, or React would ask for ever.
    if (lastContext === context && lastSelect === select) return value;
    const selected = select(context);
    last.current = [context, select, isEqual(value, selected) ? value : selected];
    return last.current[2];
  });
}
