import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type { CallToolResult, ToolAnnotations } from "../protocol/mcp-types.ts";
import type { StandardSchemaV1 } from "../protocol/standard-schema.ts";

/** What a tool's callback returns: with an output schema, structured content that fits it, or an error. */
export type AppToolResult<Out extends StandardSchemaV1 | undefined = undefined> = Out extends StandardSchemaV1
  ?
      | (CallToolResult & { structuredContent: StandardSchemaV1.InferOutput<Out>; isError?: false })
      | (CallToolResult & { isError: true })
  : CallToolResult;

export type AppToolCallback<
  In extends StandardSchemaV1 | undefined = undefined,
  Out extends StandardSchemaV1 | undefined = undefined,
> = In extends StandardSchemaV1
  ? (
      args: StandardSchemaV1.InferOutput<In>,
      extra: RequestHandlerExtra,
    ) => AppToolResult<Out> | Promise<AppToolResult<Out>>
  : (extra: RequestHandlerExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>;

export interface AppToolConfig<
  In extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
  Out extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
> {
  title?: string;
  description?: string;
  inputSchema?: In;
  outputSchema?: Out;
  annotations?: ToolAnnotations;
  _meta?: Record<string, unknown>;
}

/** The handle of a registered tool. */
export interface RegisteredAppTool extends AppToolConfig {
  name: string;
  enabled: boolean;
  enable(): void;
  /** Keeps the tool registered, but neither listed nor callable. */
  disable(): void;
  remove(): void;
  update(updates: Partial<Omit<RegisteredAppTool, "update">>): void;
  handler(args: unknown, extra: RequestHandlerExtra): Promise<CallToolResult>;
}
