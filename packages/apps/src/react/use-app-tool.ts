import type { StandardSchemaV1 } from "../protocol/standard-schema.ts";
import type { AppToolCallback, AppToolConfig } from "../view/app-tool.ts";
import { useToolEntries } from "./use-tool-entries.ts";

export interface NamedAppToolConfig<
  In extends StandardSchemaV1 | undefined = undefined,
  Out extends StandardSchemaV1 | undefined = undefined,
> extends AppToolConfig<In, Out> {
  name: string;
  /** False hides the tool from the host; true unless given. */
  enabled?: boolean;
}

/** A tool of the View that the host and its model can call while the component is mounted. */
export function useAppTool<
  In extends StandardSchemaV1 | undefined = undefined,
  Out extends StandardSchemaV1 | undefined = undefined,
>(config: NamedAppToolConfig<In, Out>, handler: AppToolCallback<In, Out>): void {
  useToolEntries([{ ...config, handler: handler as never }]);
}
