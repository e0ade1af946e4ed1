import { type UseAppOptions, useOwnStore } from "./use-own-store.ts";
import { useSnapshot } from "./use-snapshot.ts";
import type { AppState } from "./view-snapshot.ts";

/**
 * With options, creates an App, connects it and closes it when the component unmounts; only the options of
 * the first render count. Without, returns the App of the `AppProvider` above.
 * @example const { app, isConnected, error } = useApp({ appInfo: { name: "Chart", version: "1.0.0" } })
 */
export function useApp(options?: UseAppOptions): AppState {
  return useSnapshot("connection", useOwnStore(options));
}
