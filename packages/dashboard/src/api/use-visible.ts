import { useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Whether the tab is in sight. A hidden one should hold no connection: a browser has few for each site. */
export const useVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
