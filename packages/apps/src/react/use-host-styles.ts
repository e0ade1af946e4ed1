import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";
import { useHostFonts } from "./use-host-fonts.ts";
import { useHostStyleVariables } from "./use-host-style-variables.ts";

/** Makes the View look like the host: theme, CSS variables and fonts. `useHostStyles(app)`. */
export function useHostStyles(app: App | null, initialContext?: McpUiHostContext | null): void {
  useHostStyleVariables(app, initialContext);
  useHostFonts(app, initialContext);
}
