import { type ViewState, type ViewStateOptions, viewState } from "../state/view-state.ts";
import { useCallback, useEffect, useState, useSyncExternalStore } from "./react.ts";
import { useSnapshot } from "./use-snapshot.ts";
import { useViewStore } from "./view-context.ts";

/**
 * `useState` for what survives when the host shows the View again: up to 64 KB of JSON, in the Toolshed gateway, or in
 * memory where there is none. The stored value replaces the initial one once it is read.
 * @example const [filter, setFilter] = useViewState("all"); const [size, setSize] = useViewState(12, { key: "size" });
 */
export function useViewState<Value>(
  initial: Value | (() => Value),
  { key }: ViewStateOptions = {},
): [Value, (next: Value | ((current: Value) => Value)) => void] {
  const { app } = useViewStore();
  const { isConnected } = useSnapshot("connection");
  const [first] = useState(initial);
  const state: ViewState<Value> = viewState<Value>(app, { key });
  const read = () => (state.value === undefined ? first : state.value);
  const value = useSyncExternalStore(state.subscribe, read, () => first);
  useEffect(() => {
    if (isConnected) state.read().catch((error) => (app.onerror ?? console.error)(error));
  }, [app, isConnected, state]);
  const set = useCallback(
    (next: Value | ((current: Value) => Value)) => {
      const current = state.value === undefined ? first : state.value;
      const changed = typeof next === "function" ? (next as (current: Value) => Value)(current) : next;
      state.write(changed).catch((error) => (app.onerror ?? console.error)(error));
    },
    [app, first, state],
  );
  return [value, set];
}
