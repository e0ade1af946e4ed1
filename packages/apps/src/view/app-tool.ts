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

/**
 * Describes a tool's arguments or structured content: an object schema of Zod, Valibot, ArkType…, or JSON
 * Schema.
 */
export type AppToolSchema = StandardSchemaV1 | JsonObjectSchema;

type OutputOf<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : Record<string, unknown>;

/** What a tool's callback returns. With an output schema: structured content that matches it, or an error. */
export type AppToolResult<Out extends AppToolSchema | undefined = undefined> = Out extends AppToolSchema
  ?
      | (CallToolResult & { structuredContent: OutputOf<Out>; isError?: false })
      | (CallToolResult & { isError: true })
  : CallToolResult;

/** Runs a tool. With an input schema, it gets the validated arguments first. */
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
  /** The name to show to people. Defaults to the tool's name. */
  title?: string;
  /** What the tool does, for the model. */
  description?: string;
  /**
   * Describes the arguments: an object schema of Zod 4.2+, ArkType or Valibot with `toStandardJsonSchema()`, or JSON
   * Schema. Older Zod schemas need `toStandardJsonSchema()` from `@toolshed/apps/zod`.
   */
  inputSchema?: In;
  /** Describes `structuredContent` of results, in the same ways as `inputSchema`. */
  outputSchema?: Out;
  /** Hints about what the tool does, such as `{ readOnlyHint: true }`. */
  annotations?: ToolAnnotations;
  /** Extra metadata of the tool. */
  _meta?: Record<string, unknown>;
}

/** A registered tool: change, disable or remove it. The host is notified of each change. */
export interface RegisteredAppTool extends AppToolConfig {
  /** The name of the tool. */
  name: string;
  /** Whether the tool is listed and callable. Change it with `enable()` and `disable()`. */
  enabled: boolean;
  /** Lists the tool again after `disable()`. */
  enable(): void;
  /** Keeps the tool registered, but neither listed nor callable. */
  disable(): void;
  /** Unregisters the tool. Its name can be used again. */
  remove(): void;
  /** Changes the tool: `tool.update({ description: "Zooms the map" })`. */
  update(updates: Partial<Omit<RegisteredAppTool, "update">>): void;
  /** Validates the arguments, runs the tool and validates its result. Throws if the tool is disabled. */
  handler(args: unknown, extra: RequestHandlerExtra): Promise<CallToolResult>;
}
