import type { InferInput, InferOutput, Schema } from "./schema.ts";
import type { PathlessTool, Tool } from "./tool.ts";
import type { ToolContext } from "./tool-context.ts";

export interface ToolDefinition<
  Input extends Schema,
  Output extends Schema,
  Path extends string | undefined = string | undefined,
> extends Omit<PathlessTool, "inputSchema" | "outputSchema" | "handler"> {
  /** May be left out where the tool's place in its plugin gives it. */
  readonly path?: Path;
  readonly inputSchema: Input;
  readonly outputSchema?: Output;
  /** Gets the input checked, with the schema's defaults applied. */
  handler(ctx: ToolContext, input: InferOutput<Input>): InferInput<Output> | Promise<InferInput<Output>>;
}

export function defineTool<
  Input extends Schema,
  Output extends Schema = Schema,
  Path extends string | undefined = undefined,
>(definition: ToolDefinition<Input, Output, Path>): Path extends string ? Tool : PathlessTool {
  return definition as unknown as Path extends string ? Tool : PathlessTool;
}
