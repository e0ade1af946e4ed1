import type { ReactElement, ReactNode } from "react";
import type { App } from "../view/app.ts";
import { createElement } from "./react.ts";
import type { UseAppOptions } from "./use-own-store.ts";
import { useOwnStore } from "./use-own-store.ts";
import { ViewContext } from "./view-context.ts";

/**
 * Either the options of `useApp`, or an App: one that is not connected yet is connected, after the components below
 * have registered their tools, and it is never closed. What the first render was given counts.
 */
export type AppProviderProps = { children?: ReactNode } & (UseAppOptions | { app: App });

export function AppProvider({ children, ...given }: AppProviderProps): ReactElement {
  return createElement(ViewContext.Provider, { value: useOwnStore(given) }, children);
}
