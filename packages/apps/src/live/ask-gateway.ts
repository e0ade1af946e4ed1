import type { McpClient } from "../bridge/mcp-client.ts";
import { uncheckedSchema } from "../bridge/unchecked-schema.ts";
import type { Json } from "../protocol/mcp-types.ts";
import { ProtocolError } from "../rpc/error.ts";

/** Sends a request of a View to the gateway and returns its result, or throws its error. */
export type AskGateway = (
  method: string,
  params?: Record<string, unknown>,
  options?: { signal?: AbortSignal | undefined },
) => Promise<Json>;

/**
 * Asks the gateway for a View that `show_tool` has shown, by the tool `view_request` of the same endpoint. The handle is in
 * the result of `show_tool`, as `_meta["toolshed/view"].handle`.
 * @example const ask = askGateway(client, handle); const { html } = await ask("ui/open");
 */
export function askGateway(client: McpClient, handle: string): AskGateway {
  return async (method, params = {}, options = {}) => {
    const call = { name: "view_request", arguments: { handle, method, params } };
    const request = { method: "tools/call", params: call };
    const { content } = await client.request(request, uncheckedSchema, options);
    const { result, error } = JSON.parse(content[0].text);
    if (error) throw new ProtocolError(error.code, error.message, error.data);
    return result;
  };
}

/** Returns the server of the View behind the gateway, as `mountView` and `AppBridge` take it. */
export function viewServer(ask: AskGateway): McpClient {
  return {
    getServerCapabilities: () => ({ tools: {}, resources: {}, prompts: {} }),
    request: ({ method, params }, _schema, options) => ask(method, params, options),
    // The gateway doesn't tell pages what changes at a server.
    setNotificationHandler() {},
  };
}
