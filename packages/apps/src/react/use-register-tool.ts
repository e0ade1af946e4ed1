import type { AppToolCallback, AppToolConfig, AppToolSchema, RegisteredAppTool } from "../view/app-tool.ts";
import { useCallback, useEffect, useState } from "./react.ts";
import { useViewStore } from "./view-context.ts";

export type RegisterTool = <
  Out extends AppToolSchema | undefined = undefined,
  In extends AppToolSchema | undefined = undefined,
>(
  name: string,
  config: AppToolConfig<In, Out>,
  callback: AppToolCallback<In, Out>,
) => RegisteredAppTool;

/**
 * Gives a function for effects and event handlers that registers a tool, in place of one that the same component has
 * registered under this name. All of them go with the component.
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
