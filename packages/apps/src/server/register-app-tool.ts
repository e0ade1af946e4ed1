import { RESOURCE_URI_META_KEY } from "../protocol/constants.ts";
import type { CallToolResult, ToolAnnotations } from "../protocol/mcp-types.ts";
import type { StandardSchemaV1 } from "../protocol/standard-schema.ts";
import type { McpUiToolMeta } from "../protocol/ui-types.ts";
import type { ToolExtraOf, ToolReturnOf, ToolServer } from "./mcp-server.ts";

/** An object of Zod types, one for each argument. */
export type ZodRawShape = Record<string, StandardSchemaV1>;
type Input = ZodRawShape | StandardSchemaV1 | undefined;

/** What a server lists about a tool. */
export interface ToolConfig {
  /** The name to show to people. Defaults to the tool's name. */
  title?: string;
  /** What the tool does, for the model. */
  description?: string;
  /** Describes the arguments: an object schema, or an object of Zod types. */
  inputSchema?: Input;
  /** Describes `structuredContent` of results, in the same ways as `inputSchema`. */
  outputSchema?: Input;
  /** Hints about what the tool does, such as `{ readOnlyHint: true }`. */
  annotations?: ToolAnnotations;
  /** Extra metadata of the tool. */
  _meta?: Record<string, unknown>;
}

/** What a server lists about a tool with a View. */
export interface McpUiAppToolConfig extends ToolConfig {
  /** Names the tool's View: `{ ui: { resourceUri: "ui://chart/view.html" } }`. */
  _meta: { [key: string]: unknown } & ({ ui: McpUiToolMeta } | { [RESOURCE_URI_META_KEY]?: string });
}

type Outputs<Shape extends ZodRawShape> = { [Key in keyof Shape]: StandardSchemaV1.InferOutput<Shape[Key]> };
type OptionalKeys<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T];
type Simplify<T> = { [Key in keyof T]: T[Key] };
/** Keys that may be undefined may be left out, as in Zod's objects. */
type OutputOfShape<Shape extends ZodRawShape> = Simplify<
  Omit<Outputs<Shape>, OptionalKeys<Outputs<Shape>>> &
    Partial<Pick<Outputs<Shape>, OptionalKeys<Outputs<Shape>>>>
>;

type ArgumentsOf<In> = In extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<In>
  : In extends ZodRawShape
    ? OutputOfShape<In>
    : never;

type Returned = CallToolResult | Promise<CallToolResult>;

/** Runs a tool. Without an input schema, it gets only `extra`. */
export type ToolCallback<In extends Input = undefined, Extra = unknown, Return = Returned> = In extends
  | StandardSchemaV1
  | ZodRawShape
  ? (args: ArgumentsOf<In>, extra: Extra) => Return
  : (extra: Extra) => Return;

/** Runs a tool whose arguments are an object of Zod types, under its name in ext-apps 1.x. */
export type LegacyToolCallback<In extends ZodRawShape | undefined> = ToolCallback<In>;

/**
 * Registers a tool with a View. The View's URI is put in both places where hosts look for it.
 * @example registerAppTool(server, "chart", { inputSchema, _meta: { ui: { resourceUri: "ui://chart/view.html"
 * } } }, draw)
 */
export function registerAppTool<
  Server extends ToolServer,
  In extends Input = undefined,
  Out extends Input = undefined,
>(
  server: Server,
  name: string,
  config: McpUiAppToolConfig & { inputSchema?: In; outputSchema?: Out },
  callback: ToolCallback<In, ToolExtraOf<Server>, ToolReturnOf<Server> | Returned>,
): ReturnType<Server["registerTool"]> {
  if (!config?._meta) {
    throw new Error(
      `registerAppTool() needs _meta, such as { ui: { resourceUri: "ui://${name}/view.html" } }. Use server.registerTool() for a tool without a View.`,
    );
  }
  return server.registerTool(name, { ...config, _meta: withBothUris(config._meta) }, callback);
}

function withBothUris(meta: Record<string, unknown>): Record<string, unknown> {
  const ui = meta.ui as McpUiToolMeta | undefined;
  const uri = ui?.resourceUri ?? meta[RESOURCE_URI_META_KEY];
  if (uri === undefined) return meta;
  return { [RESOURCE_URI_META_KEY]: uri, ...meta, ui: { resourceUri: uri, ...ui } };
}
