import type { Json } from "../protocol/mcp-types.ts";

type Listed = { listChanged?: boolean | undefined };

/** What a bridge needs of an MCP client: the `Client` of either major of the MCP SDK has it. */
export interface McpClient {
  getServerCapabilities():
    | { tools?: Listed | undefined; resources?: Listed | undefined; prompts?: Listed | undefined }
    | undefined;
  request(request: Json, ...rest: Json[]): Promise<Json>;
  setNotificationHandler(target: Json, ...rest: Json[]): void;
}
