import { isEqual } from "./is-equal.ts";
import { useRef, useSyncExternalStore } from "./react.ts";
import { useViewStore } from "./view-context.ts";
import { initialState, type ViewState } from "./view-state.ts";
import type { ViewStore } from "./view-store.ts";

type Select<T> = (state: ViewState) => T;

/** What `select` takes of the View's state; the component renders again only when that differs in value. */
export function useViewState<T>(select: Select<T>, own?: ViewStore): T {
  const store = useViewStore(own);
  const last = useRef<[ViewState, Select<T>, T]>(undefined);
  const getSelected = (state: ViewState) => {
    const [lastState, lastSelect, value] = last.current ?? [];
    // The same question must get the same answer, or React would ask for ever.
    if (lastState === state && lastSelect === select) return value as T;
    const next = select(state);
    const selected = isEqual(value, next) ? (value as T) : next;
    last.current = [state, select, selected];
    return selected;
  };
  return useSyncExternalStore(
    store.subscribe,
    () => getSelected(store.state),
    () => getSelected(initialState),
  );
}
