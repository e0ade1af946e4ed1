import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type { CallToolResult, Json, Tool } from "../protocol/mcp-types.ts";
import { validate } from "../protocol/standard-schema.ts";
import type { AppToolConfig, RegisteredAppTool } from "./app-tool.ts";
import { toJsonSchema } from "./to-json-schema.ts";

/** The tools a View registers; `changed` is called after each change to what is listed. */
export class ToolRegistry {
  readonly #tools = new Set<RegisteredAppTool>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** True for disabled tools too: they keep their names. */
  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  register(name: string, config: AppToolConfig, callback: Json): RegisteredAppTool {
    const tools = this.#tools;
    // Fixed now: an input schema that a later update brings does not change what the callback is called with.
    const takesArguments = config?.inputSchema !== undefined;
    const tool: RegisteredAppTool = {
      ...config,
      name,
      enabled: true,
      enable: () => tool.update({ enabled: true }),
      disable: () => tool.update({ enabled: false }),
      remove: () => {
        if (tools.delete(tool)) this.#changed();
      },
      update: (updates) => {
        if (tools.has(tool)) apply({ ...tool, ...updates, name: updates.name ?? tool.name });
      },
      handler: async (args, extra) => {
        assertEnabled(tool);
        const { inputSchema, outputSchema } = tool;
        const input = inputSchema
          ? await validate(inputSchema, args, `Invalid input for tool ${tool.name}`)
          : args;
        const result: CallToolResult = await (takesArguments ? callback(input, extra) : callback(extra));
        if (!outputSchema || result.isError) return result;
        const what = `Invalid output for tool ${tool.name}`;
        return { ...result, structuredContent: await validate(outputSchema, result.structuredContent, what) };
      },
    };
    const apply = (changed: RegisteredAppTool) => {
      if ((this.#find(changed.name) ?? tool) !== tool) {
        throw new Error(`Tool ${changed.name} is already registered`);
      }
      toListed(changed);
      tools.add(Object.assign(tool, changed));
      this.#changed();
    };
    apply(tool);
    return tool;
  }

  list(): Tool[] {
    return [...this.#tools].filter((tool) => tool.enabled).map(toListed);
  }

  async call(name: string, args: unknown, extra: RequestHandlerExtra): Promise<CallToolResult> {
    const tool = this.#find(name);
    if (!tool) throw new Error(`Tool ${name} not found`);
    assertEnabled(tool);
    return tool.handler(args, extra);
  }

  #find(name: string): RegisteredAppTool | undefined {
    return [...this.#tools].find((tool) => tool.name === name);
  }
}

function assertEnabled({ name, enabled }: RegisteredAppTool): void {
  if (!enabled) throw new Error(`Tool ${name} is disabled`);
}

/**
 * What the host sees of a tool: the plain data of it, without the keys that have no value. Throws if a schema cannot be
 * listed.
 */
export function toListed({ enabled: _, ...tool }: AppToolConfig & { name: string; enabled?: boolean }): Tool {
  const { name, inputSchema = { type: "object" }, outputSchema } = tool;
  return JSON.parse(
    JSON.stringify({
      ...tool,
      inputSchema: toJsonSchema(inputSchema, "input", name),
      outputSchema: outputSchema === undefined ? outputSchema : toJsonSchema(outputSchema, "output", name),
    }),
  );
}
