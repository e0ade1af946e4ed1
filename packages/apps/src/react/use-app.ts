import type { UseAppOptions } from "./use-own-store.ts";
import { useOwnStore } from "./use-own-store.ts";
import { useViewState } from "./use-view-state.ts";
import type { AppState, ViewState } from "./view-state.ts";

const selectConnection = ({ connection }: ViewState) => connection;

/**
 * With options, makes an App, connects it to the host and closes it when the component is gone; the options of the
 * first render count. Without, gives the App of the `AppProvider` above.
 */
export function useApp(options?: UseAppOptions): AppState {
  return useViewState(selectConnection, useOwnStore(options));
}
