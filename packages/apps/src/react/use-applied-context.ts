import { useInsertionEffect } from "react";
import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";

/** Hands the host's context to `apply` before the first paint, then its changes, and never renders for them. */
export function useAppliedContext(
  apply: (context: McpUiHostContext) => void,
  app: App | null,
  initialContext: McpUiHostContext | null | undefined,
): void {
  const hasInitial = !!initialContext;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the App tells the context, an initial one is history
  useInsertionEffect(() => {
    apply({ ...initialContext, ...app?.getHostContext() });
    app?.addEventListener("hostcontextchanged", apply);
    return () => app?.removeEventListener("hostcontextchanged", apply);
  }, [apply, app, hasInitial]);
}
