import { useSyncExternalStore } from "./react.ts";
import { useViewStore } from "./view-context.ts";
import { initialState, type ViewSnapshot } from "./view-snapshot.ts";
import type { ViewStore } from "./view-store.ts";

/** A part of the View's state, or what `select` makes of it; it must make the same of the same part. */
export function useSnapshot<Key extends keyof ViewSnapshot, T = ViewSnapshot[Key]>(
  key: Key,
  own?: ViewStore,
  select = (part: ViewSnapshot[Key]) => part as T,
): T {
  const store = useViewStore(own);
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.state[key]),
    () => select(initialState[key]),
  );
}
