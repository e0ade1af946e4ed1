import type { McpUiTheme } from "../protocol/ui-types.ts";
import { getDocumentTheme } from "../view/host-styles.ts";
import { useSyncExternalStore } from "./react.ts";

function observeTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}

/** Returns the document's theme and rerenders when it changes. On a server: light. */
export function useDocumentTheme(): McpUiTheme {
  return useSyncExternalStore(observeTheme, getDocumentTheme, () => "light");
}
