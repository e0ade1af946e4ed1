import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";
import { applyDocumentTheme, applyHostStyleVariables } from "../view/host-styles.ts";
import { useAppliedContext } from "./use-applied-context.ts";

function applyStyles({ theme, styles }: McpUiHostContext): void {
  if (theme) applyDocumentTheme(theme);
  applyHostStyleVariables(styles?.variables);
}

/** Keeps the document's theme and CSS variables in sync with the host. */
export function useHostStyleVariables(app: App | null, initialContext?: McpUiHostContext | null): void {
  useAppliedContext(applyStyles, app, initialContext);
}
