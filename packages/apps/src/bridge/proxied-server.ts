import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type { Json, Tool } from "../protocol/mcp-types.ts";
import { listTools, type RequestRow } from "../protocol/methods.ts";
import { readResult } from "../protocol/read-message.ts";
import { METHOD_NOT_FOUND } from "../rpc/error.ts";
import { listAllTools } from "./list-all-tools.ts";
import type { McpClient } from "./mcp-client.ts";
import { uncheckedSchema } from "./unchecked-schema.ts";

const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** The server behind a View, through the host's MCP client. */
export class ProxiedServer {
  readonly client: McpClient;
  #tools: Promise<Map<string, Tool>> | undefined;

  constructor(client: McpClient) {
    this.client = client;
  }

  can(capability: "tools" | "resources" | "prompts"): boolean {
    return Boolean(this.client.getServerCapabilities()?.[capability]);
  }

  /**
   * Passes a View's request on. The View decides how long to wait: when it gives up, or ends, the request to the server
   * is cancelled.
   */
  forward({ method }: RequestRow, params: Json, extra: RequestHandlerExtra): Promise<Json> {
    const progressToken = extra._meta?.progressToken;
    const onprogress = (progress: object) =>
      extra.sendNotification({ method: "notifications/progress", params: { ...progress, progressToken } });
    return this.client.request({ method, params }, uncheckedSchema, {
      signal: extra.signal,
      timeout: NO_TIMEOUT_MS,
      ...(progressToken !== undefined && { onprogress }),
    });
  }

  /** The tool as the server lists it; the list is read once, and again after `forgetTools`. */
  async findTool(name: string): Promise<Tool | undefined> {
    this.#tools ??= this.#readTools();
    try {
      return (await this.#tools).get(name);
    } catch (error) {
      this.#tools = undefined;
      throw error;
    }
  }

  forgetTools(): void {
    this.#tools = undefined;
  }

  async #readTools(): Promise<Map<string, Tool>> {
    const { method } = listTools;
    try {
      const tools = await listAllTools(async (params) =>
        readResult(listTools, await this.client.request({ method, params }, uncheckedSchema)),
      );
      return new Map(tools.map((tool) => [tool.name, tool]));
    } catch (error) {
      // A server may have tools and no list of them.
      if ((error as { code?: unknown }).code === METHOD_NOT_FOUND) return new Map();
      throw error;
    }
  }
}
