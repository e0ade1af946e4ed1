import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";
import { applyHostFonts } from "../view/host-styles.ts";
import { useAppliedContext } from "./use-applied-context.ts";

const applyFonts = ({ styles }: McpUiHostContext) => applyHostFonts(styles?.css?.fonts);

/** Gives the document the host's fonts. */
export function useHostFonts(app: App | null, initialContext?: McpUiHostContext | null): void {
  useAppliedContext(applyFonts, app, initialContext);
}
