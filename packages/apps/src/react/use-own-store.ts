import type { Implementation } from "../protocol/mcp-types.ts";
import type { McpUiAppCapabilities } from "../protocol/ui-types.ts";
import { App, type AppOptions } from "../view/app.ts";
import { useEffect, useState } from "./react.ts";
import { type AppOwner, storeOf, type ViewStore } from "./view-store.ts";

/** Options of `useApp` and `<AppProvider>`. */
export interface UseAppOptions extends Pick<AppOptions, "autoResize" | "strict"> {
  /** The View's name and version. */
  appInfo: Implementation;
  /** What the View supports. `tools` is always declared, because components with tools may mount later. */
  capabilities?: McpUiAppCapabilities;
  /** Called once, before the connection. Set handlers here. */
  onAppCreated?: NonNullable<AppOwner["onAppCreated"]>;
}

/** Keeps an App connected while the component is mounted: the one it got at first, or one that it makes. */
export function useOwnStore(given: UseAppOptions | { app: App } | undefined): ViewStore | undefined {
  const [store] = useState(() => given && ("app" in given ? storeOf(given.app) : createStore(given)));
  useEffect(() => store?.retain(), [store]);
  return store;
}

function createStore(options: UseAppOptions): ViewStore {
  const { appInfo, capabilities } = options;
  const tools = { listChanged: true, ...capabilities?.tools };
  return storeOf(new App(appInfo, { ...capabilities, tools }, options), options);
}
