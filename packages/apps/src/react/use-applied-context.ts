import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";
import { useInsertionEffect } from "./react.ts";

/** Hands the host's context to `apply` before the first paint, then its changes, and never renders for them.
 * Once the App tells the context, an initial one is history. */
export function useAppliedContext(
  apply: (context: McpUiHostContext) => void,
  app: App | null,
  initialContext: McpUiHostContext | null | undefined,
): void {
  useInsertionEffect(() => {
    apply({ ...initialContext, ...app?.getHostContext() });
    app?.addEventListener("hostcontextchanged", apply);
    return () => app?.removeEventListener("hostcontextchanged", apply);
  }, [apply, app, !initialContext]);
}
