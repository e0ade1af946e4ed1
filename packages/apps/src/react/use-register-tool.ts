import type { AppToolCallback, AppToolConfig, AppToolSchema, RegisteredAppTool } from "../view/app-tool.ts";
import { useCallback, useEffect, useState } from "./react.ts";
import { useViewStore } from "./view-context.ts";

/** Registers a tool of the View, like `app.registerTool`. */
export type RegisterTool = <
  Out extends AppToolSchema | undefined = undefined,
  In extends AppToolSchema | undefined = undefined,
>(
  name: string,
  config: AppToolConfig<In, Out>,
  callback: AppToolCallback<In, Out>,
) => RegisteredAppTool;

/**
 * Returns a function that registers a tool, for effects and event handlers. It replaces a tool of the same
 * name from this component; all of them are removed when the component unmounts.
 */
export function useRegisterTool(): RegisterTool {
  const store = useViewStore();
  const [tools] = useState(() => new Map<string, RegisteredAppTool>());

  useEffect(
    () => () => {
      for (const tool of tools.values()) tool.remove();
    },
    [tools],
  );

  return useCallback(
    (name, config, callback) => {
      tools.get(name)?.remove();
      const tool = store.app.registerTool(name, config, callback);
      tools.set(name, tool);
      return tool;
    },
    [store, tools],
  );
}
