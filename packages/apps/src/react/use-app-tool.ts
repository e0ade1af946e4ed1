import type { AppToolCallback, AppToolConfig, AppToolSchema } from "../view/app-tool.ts";
import { useToolEntries } from "./use-tool-entries.ts";

export interface NamedAppToolConfig<
  In extends AppToolSchema | undefined = undefined,
  Out extends AppToolSchema | undefined = undefined,
> extends AppToolConfig<In, Out> {
  name: string;
  /** False hides the tool from the host; true unless given. */
  enabled?: boolean;
}

/** A tool of the View that the host and its model can call while the component is mounted. */
export function useAppTool<
  In extends AppToolSchema | undefined = undefined,
  Out extends AppToolSchema | undefined = undefined,
>(config: NamedAppToolConfig<In, Out>, handler: AppToolCallback<In, Out>): void {
  useToolEntries([{ ...config, handler: handler as never }]);
}
