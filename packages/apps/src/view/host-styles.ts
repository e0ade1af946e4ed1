import type { McpUiStyles, McpUiTheme } from "../protocol/ui-types.ts";

const FONTS_ID = "__mcp-host-fonts";

/** Returns the document's theme, from `data-theme` or the class `dark` on `<html>`. Default: light. */
export function getDocumentTheme(): McpUiTheme {
  const { dataset, classList } = document.documentElement;
  if (dataset.theme === "light" || dataset.theme === "dark") return dataset.theme;
  return classList.contains("dark") ? "dark" : "light";
}

/** Sets `data-theme` and `color-scheme` on `<html>`: `applyDocumentTheme(context.theme)`. */
export function applyDocumentTheme(theme: McpUiTheme): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  style.colorScheme = theme;
}

/**
 * Sets the host's CSS variables on the document, or on `root`:
 * `applyHostStyleVariables(context.styles?.variables)`.
 */
export function applyHostStyleVariables(
  variables: McpUiStyles | undefined,
  root: HTMLElement = document.documentElement,
): void {
  for (const [name, value] of Object.entries(variables ?? {})) {
    if (typeof value === "string") root.style.setProperty(name, value);
  }
}

/** Adds the host's font CSS to the document, once: `applyHostFonts(context.styles?.css?.fonts)`. */
export function applyHostFonts(css: string | undefined): void {
  if (!css || document.getElementById(FONTS_ID)) return;
  const style = document.createElement("style");
  style.id = FONTS_ID;
  style.textContent = css;
  document.head.append(style);
}
