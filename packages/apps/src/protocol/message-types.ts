import type * as mcp from "./mcp-types.ts";
import type * as ui from "./ui-types.ts";

type Message<Method extends string, Params = object> = { method: Method; params?: Params | undefined };

/** @deprecated Use the type of the request, such as `McpUiOpenLinkRequest`. */
export type AppRequest =
  | ui.McpUiInitializeRequest
  | ui.McpUiOpenLinkRequest
  | ui.McpUiDownloadFileRequest
  | ui.McpUiMessageRequest
  | ui.McpUiUpdateModelContextRequest
  | ui.McpUiResourceTeardownRequest
  | ui.McpUiRequestDisplayModeRequest
  | Message<"tools/call", mcp.CallToolParams>
  | Message<"tools/list" | "resources/list" | "resources/templates/list" | "prompts/list", mcp.ListParams>
  | Message<"resources/read", mcp.ReadResourceParams>
  | Message<"sampling/createMessage", mcp.CreateMessageParams>
  | Message<"ping">;

/** @deprecated Use the type of the notification, such as `McpUiToolInputNotification`. */
export type AppNotification =
  | ui.McpUiHostContextChangedNotification
  | ui.McpUiToolInputNotification
  | ui.McpUiToolInputPartialNotification
  | ui.McpUiToolResultNotification
  | ui.McpUiToolCancelledNotification
  | ui.McpUiSandboxResourceReadyNotification
  | ui.McpUiInitializedNotification
  | ui.McpUiSizeChangedNotification
  | ui.McpUiSandboxProxyReadyNotification
  | ui.McpUiRequestTeardownNotification
  | Message<`notifications/${"tools" | "resources" | "prompts"}/list_changed`>
  | Message<"notifications/message", mcp.LoggingMessageParams>;

/** @deprecated Use the type of the result, such as `McpUiOpenLinkResult`. */
export type AppResult =
  | ui.McpUiInitializeResult
  | ui.McpUiOpenLinkResult
  | ui.McpUiDownloadFileResult
  | ui.McpUiMessageResult
  | ui.McpUiResourceTeardownResult
  | ui.McpUiRequestDisplayModeResult
  | mcp.CallToolResult
  | mcp.ListToolsResult
  | mcp.ListResourcesResult
  | mcp.ListResourceTemplatesResult
  | mcp.ReadResourceResult
  | mcp.ListPromptsResult
  | mcp.CreateMessageResult
  | mcp.CreateMessageResultWithTools
  | mcp.EmptyResult;
