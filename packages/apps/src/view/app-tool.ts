import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type { CallToolResult, ToolAnnotations } from "../protocol/mcp-types.ts";
import type { StandardSchemaV1 } from "../protocol/standard-schema.ts";

/**
 * JSON Schema of an object, for a tool's arguments or structured content. The host gets it as it is; values are not
 * validated against it.
 * @example { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
 */
export interface JsonObjectSchema {
  /** `"object"`; typed as a string so that imported JSON files fit. */
  readonly type: string;
  readonly [keyword: string]: unknown;
}

/** What describes a tool's arguments or structured content: an object schema of Zod, Valibot, ArkType…, or JSON Schema. */
export type AppToolSchema = StandardSchemaV1 | JsonObjectSchema;

type OutputOf<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : Record<string, unknown>;

/** What a tool's callback returns: with an output schema, structured content that fits it, or an error. */
export type AppToolResult<Out extends AppToolSchema | undefined = undefined> = Out extends AppToolSchema
  ?
      | (CallToolResult & { structuredContent: OutputOf<Out>; isError?: false })
      | (CallToolResult & { isError: true })
  : CallToolResult;

/** Runs a tool. With an input schema it gets the arguments first, as the schema puts them out. */
export type AppToolCallback<
  In extends AppToolSchema | undefined = undefined,
  Out extends AppToolSchema | undefined = undefined,
> = In extends AppToolSchema
  ? (args: OutputOf<In>, extra: RequestHandlerExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>
  : (extra: RequestHandlerExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>;

/** What the host and its model learn about a tool of the View. */
export interface AppToolConfig<
  In extends AppToolSchema | undefined = AppToolSchema | undefined,
  Out extends AppToolSchema | undefined = AppToolSchema | undefined,
> {
  title?: string;
  description?: string;
  /**
   * Describes the arguments: an object schema of Zod 4.2+, ArkType or Valibot with `toStandardJsonSchema()`, or JSON
   * Schema. Older Zod schemas need `toStandardJsonSchema()` from `@toolshed/apps/zod`.
   */
  inputSchema?: In;
  /** Describes `structuredContent` of results, in the same ways as `inputSchema`. */
  outputSchema?: Out;
  annotations?: ToolAnnotations;
  _meta?: Record<string, unknown>;
}

/** The handle of a registered tool. */
export interface RegisteredAppTool extends AppToolConfig {
  name: string;
  enabled: boolean;
  enable(): void;
  /** Keeps the tool registered, but neither listed nor callable, not even by `handler`. */
  disable(): void;
  remove(): void;
  update(updates: Partial<Omit<RegisteredAppTool, "update">>): void;
  handler(args: unknown, extra: RequestHandlerExtra): Promise<CallToolResult>;
}
