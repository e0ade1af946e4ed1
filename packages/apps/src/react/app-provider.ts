import type { ReactElement, ReactNode } from "react";
import type { App } from "../view/app.ts";
import { createElement } from "./react.ts";
import type { UseAppOptions } from "./use-own-store.ts";
import { useOwnStore } from "./use-own-store.ts";
import { ViewContext } from "./view-context.ts";

/**
 * The options of `useApp`, or an `app` that you created. An unconnected `app` is connected after the
 * components below have registered their tools, and is never closed. Only the props of the first render
 * count.
 */
export type AppProviderProps = {
  /** The components that use the App. */
  children?: ReactNode;
} & (UseAppOptions | { app: App });

/**
 * Connects an App and provides it to the hooks below: `<AppProvider appInfo={{ name: "Chart", version:
 * "1.0.0" }}>`.
 */
export function AppProvider({ children, ...given }: AppProviderProps): ReactElement {
  return createElement(ViewContext.Provider, { value: useOwnStore(given) }, children);
}
