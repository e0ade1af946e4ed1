import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type { CallToolResult, Json, Tool } from "../protocol/mcp-types.ts";
import { validate } from "../protocol/standard-schema.ts";
import type { AppToolConfig, RegisteredAppTool } from "./app-tool.ts";
import { toJsonSchema } from "./to-json-schema.ts";

/** The tools a View registers; `changed` is called after each change to what is listed. */
export class ToolRegistry {
  readonly #tools = new Map<string, RegisteredAppTool>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** True for disabled tools too: they keep their names. */
  has(name: string): boolean {
    return this.#tools.has(name);
  }

  register(name: string, config: AppToolConfig, callback: Json): RegisteredAppTool {
    const tools = this.#tools;
    this.#assertFree(name);
    // Fixed now: an input schema that a later update brings does not change what the callback is called with.
    const takesArguments = config.inputSchema !== undefined;
    const tool: RegisteredAppTool = {
      ...config,
      name,
      enabled: true,
      enable: () => tool.update({ enabled: true }),
      disable: () => tool.update({ enabled: false }),
      // A handle must not touch a newer tool that has taken its name.
      remove: () => {
        if (tools.get(tool.name) !== tool) return;
        tools.delete(tool.name);
        this.#changed();
      },
      update: (updates) => {
        if (tools.get(tool.name) !== tool) return;
        const { name: newName = tool.name } = updates;
        const isRenamed = newName !== tool.name;
        if (isRenamed) this.#assertFree(newName);
        toListed({ ...tool, ...updates, name: newName });
        if (isRenamed) {
          tools.delete(tool.name);
          tools.set(newName, tool);
        }
        Object.assign(tool, updates, { name: newName });
        this.#changed();
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
    toListed(tool);
    tools.set(name, tool);
    this.#changed();
    return tool;
  }

  list(): Tool[] {
    return [...this.#tools.values()].filter((tool) => tool.enabled).map(toListed);
  }

  async call(name: string, args: unknown, extra: RequestHandlerExtra): Promise<CallToolResult> {
    const tool = this.#tools.get(name);
    if (!tool) throw new Error(`Tool ${name} not found`);
    assertEnabled(tool);
    return tool.handler(args, extra);
  }

  #assertFree(name: string): void {
    if (this.#tools.has(name)) throw new Error(`Tool ${name} is already registered`);
  }
}

function assertEnabled({ name, enabled }: RegisteredAppTool): void {
  if (!enabled) throw new Error(`Tool ${name} is disabled`);
}

/** What the host sees of a tool: plain data, without the keys that have no value. Throws if a schema cannot be listed. */
export function toListed(tool: AppToolConfig & { name: string }): Tool {
  const {
    name,
    title,
    description,
    inputSchema = { type: "object" },
    outputSchema,
    annotations,
    _meta,
  } = tool;
  const what = `Tool ${name}: `;
  return JSON.parse(
    JSON.stringify({
      name,
      title,
      description,
      inputSchema: toJsonSchema(inputSchema, "input", `${what}inputSchema`),
      outputSchema: outputSchema && toJsonSchema(outputSchema, "output", `${what}outputSchema`),
      annotations,
      _meta,
    }),
  );
}
