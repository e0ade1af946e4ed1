import { type UseAppOptions, useOwnStore } from "./use-own-store.ts";
import { useViewState } from "./use-view-state.ts";
import type { AppState } from "./view-state.ts";

/**
 * With options, makes an App, connects it to the host and closes it when the component is gone; the options of the
 * first render count. Without, gives the App of the `AppProvider` above.
 */
export function useApp(options?: UseAppOptions): AppState {
  return useViewState("connection", useOwnStore(options));
}
