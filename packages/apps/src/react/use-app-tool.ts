import type { AppToolCallback, AppToolConfig, AppToolSchema } from "../view/app-tool.ts";
import { useToolEntries } from "./use-tool-entries.ts";

/** A tool of the View for `useAppTool`. */
export interface NamedAppToolConfig<
  In extends AppToolSchema | undefined = undefined,
  Out extends AppToolSchema | undefined = undefined,
> extends AppToolConfig<In, Out> {
  /** The name to call the tool by. */
  name: string;
  /** Whether the host sees the tool. Default: true. */
  enabled?: boolean;
}

/**
 * Adds a tool that the host and its model can call while the component is mounted.
 * @example useAppTool({ name: "zoom", inputSchema: z.object({ level: z.number() }) }, ({ level }) =>
 * zoom(level))
 */
export function useAppTool<
  In extends AppToolSchema | undefined = undefined,
  Out extends AppToolSchema | undefined = undefined,
>(config: NamedAppToolConfig<In, Out>, handler: AppToolCallback<In, Out>): void {
  useToolEntries([{ ...config, handler: handler as never }]);
}
