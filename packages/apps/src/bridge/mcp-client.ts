import type { Json } from "../protocol/mcp-types.ts";

type Listed = { listChanged?: boolean | undefined };

/** What a bridge needs from an MCP client. The `Client` of either major of the MCP SDK fits. */
export interface McpClient {
  /** Returns what the server supports, once connected. */
  getServerCapabilities():
    | { tools?: Listed | undefined; resources?: Listed | undefined; prompts?: Listed | undefined }
    | undefined;
  /** Sends a request to the server. */
  request(request: Json, ...rest: Json[]): Promise<Json>;
  /** Sets the handler of a notification of the server. */
  setNotificationHandler(target: Json, ...rest: Json[]): void;
}
