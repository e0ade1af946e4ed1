import type { InferInput, InferOutput, Schema } from "./schema.ts";
import type { PathlessTool, Tool } from "./tool.ts";
import type { ToolContext } from "./tool-context.ts";

export interface ToolDefinition<Input extends Schema, Output extends Schema>
  extends Omit<PathlessTool, "inputSchema" | "outputSchema" | "handler"> {
  readonly inputSchema: Input;
  readonly outputSchema?: Output;
  /** Gets the input checked, with the schema's defaults applied. */
  handler(ctx: ToolContext, input: InferOutput<Input>): InferInput<Output> | Promise<InferInput<Output>>;
}

export function defineTool<Input extends Schema, Output extends Schema = Schema>(
  definition: ToolDefinition<Input, Output> & { readonly path: string },
): Tool;
export function defineTool<Input extends Schema, Output extends Schema = Schema>(
  definition: ToolDefinition<Input, Output> & { readonly path?: undefined },
): PathlessTool;
export function defineTool(definition: PathlessTool): PathlessTool {
  return definition;
}
