import type { McpUiTheme } from "../protocol/ui-types.ts";
import { getDocumentTheme } from "../view/host-styles.ts";
import { useSyncExternalStore } from "./react.ts";

function observeTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}

/** The theme that the document has now; light on a server. */
export function useDocumentTheme(): McpUiTheme {
  return useSyncExternalStore(observeTheme, getDocumentTheme, () => "light");
}
