import type { McpUiHostContext } from "../protocol/ui-types.ts";
import type { App } from "../view/app.ts";
import { applyHostFonts } from "../view/host-styles.ts";
import { useAppliedContext } from "./use-applied-context.ts";

const applyFonts = ({ styles }: McpUiHostContext) => applyHostFonts(styles?.css?.fonts);

/** Adds the host's fonts to the document. */
export function useHostFonts(app: App | null, initialContext?: McpUiHostContext | null): void {
  useAppliedContext(applyFonts, app, initialContext);
}
