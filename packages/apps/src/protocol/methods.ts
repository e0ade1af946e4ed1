import type * as mcp from "./mcp-types.ts";
import { findMismatch, type Shape } from "./shape.ts";
import * as shape from "./shapes.ts";
import { type ToolLike, toTool } from "./to-tool.ts";
import type * as ui from "./ui-types.ts";

/*
 * The one table of the protocol, a row for each method: accessors, events, checks and schemas follow from it.
 * Rows are constants of their own, so that a bundle carries only those it uses.
 */

export interface NotificationRow<Method extends string = string, Params = mcp.Json> {
  readonly method: Method;
  readonly params: Shape;
  /** Fills in what the sender may leave out. */
  readonly complete?: (params: mcp.Json) => Params;
  /** There for inference only. */
  readonly types?: { params: Params };
}

/** What the one who asks needs of a row. */
export interface Asked<Method extends string = string, Result = mcp.Json> {
  readonly method: Method;
  readonly result: Shape;
  readonly completeResult?: (result: mcp.Json) => Result;
}

/** `Given` is what a handler may return, where that is more than what the other side gets as `Result`. */
export interface RequestRow<
  Method extends string = string,
  Params = mcp.Json,
  Result = mcp.Json,
  Given = Result,
> extends Asked<Method, Result> {
  readonly params: Shape;
  readonly complete?: (params: mcp.Json) => Params;
  /** There for inference only. */
  readonly types?: { params: Params; result: Result; given: Given };
}

type Params<Message extends { params?: unknown }> = NonNullable<Message["params"]>;

/** A tool call as a handler gets it: `arguments` is always set. */
export interface ToolCallParams extends mcp.CallToolParams {
  /** The arguments; an empty object if the caller sent none. */
  arguments: { [key: string]: unknown };
}

/** The arguments of a tool call as the View gets them. */
export interface ToolInputParams {
  /** The arguments; an empty object if the host sent none. */
  arguments: { [key: string]: unknown };
}

/** What `onlisttools` returns. */
export interface ListedTools {
  [key: string]: unknown;
  /** The tools. A name alone is enough. */
  tools: readonly ToolLike[];
  /** Set it if there are more pages; the host sends it back as `cursor`. */
  nextCursor?: string | undefined;
}

const completeArguments = (params: mcp.Json) => (params.arguments ? params : { ...params, arguments: {} });
const completeContent = (result: mcp.Json) => (result.content ? result : { ...result, content: [] });

// View → host

export const initialize: RequestRow<
  "ui/initialize",
  Params<ui.McpUiInitializeRequest>,
  ui.McpUiInitializeResult
> = {
  method: "ui/initialize",
  params: { appInfo: shape.implementation, appCapabilities: "object", protocolVersion: "string" },
  result: shape.initializeResult,
};

export const initialized: NotificationRow<
  "ui/notifications/initialized",
  ui.McpUiInitializedNotification["params"]
> = { method: "ui/notifications/initialized", params: shape.empty };

export const openLink: RequestRow<"ui/open-link", Params<ui.McpUiOpenLinkRequest>, ui.McpUiOpenLinkResult> = {
  method: "ui/open-link",
  params: { url: "string" },
  result: shape.acknowledged,
};

export const downloadFile: RequestRow<
  "ui/download-file",
  Params<ui.McpUiDownloadFileRequest>,
  ui.McpUiDownloadFileResult
> = {
  method: "ui/download-file",
  params: { contents: shape.content },
  result: shape.acknowledged,
};

const toBlocks = (content: unknown) => (Array.isArray(content) ? content : [content]);

export const message: RequestRow<"ui/message", Params<ui.McpUiMessageRequest>, ui.McpUiMessageResult> = {
  method: "ui/message",
  // The specification shows one content block, the official SDK sends an array.
  params: { role: "string", content: (value) => !findMismatch(shape.content, toBlocks(value)) },
  complete: (params) => ({ ...params, content: toBlocks(params.content) }),
  result: shape.acknowledged,
};

export const updateModelContext: RequestRow<
  "ui/update-model-context",
  Params<ui.McpUiUpdateModelContextRequest>,
  mcp.EmptyResult
> = {
  method: "ui/update-model-context",
  params: { "content?": shape.content, "structuredContent?": "object" },
  result: shape.empty,
};

export const requestDisplayMode: RequestRow<
  "ui/request-display-mode",
  Params<ui.McpUiRequestDisplayModeRequest>,
  ui.McpUiRequestDisplayModeResult
> = {
  method: "ui/request-display-mode",
  params: { mode: shape.displayMode },
  result: shape.displayModeSet,
};

export const createMessage: RequestRow<
  "sampling/createMessage",
  mcp.CreateMessageParams,
  mcp.CreateMessageResult | mcp.CreateMessageResultWithTools
> = {
  method: "sampling/createMessage",
  params: { messages: ["object"], maxTokens: "number" },
  result: shape.sampled,
};

export const readResource: RequestRow<"resources/read", mcp.ReadResourceParams, mcp.ReadResourceResult> = {
  method: "resources/read",
  params: { uri: "string" },
  result: shape.resourceRead,
};

export const listResources: RequestRow<"resources/list", mcp.ListParams, mcp.ListResourcesResult> = {
  method: "resources/list",
  params: shape.paged,
  result: shape.resourcesListed,
};

export const listResourceTemplates: RequestRow<
  "resources/templates/list",
  mcp.ListParams,
  mcp.ListResourceTemplatesResult
> = {
  method: "resources/templates/list",
  params: shape.paged,
  result: { resourceTemplates: [{ uriTemplate: "string" }] },
};

export const listPrompts: RequestRow<"prompts/list", mcp.ListParams, mcp.ListPromptsResult> = {
  method: "prompts/list",
  params: shape.paged,
  result: { prompts: [shape.named] },
};

export const sizeChanged: NotificationRow<
  "ui/notifications/size-changed",
  Params<ui.McpUiSizeChangedNotification>
> = {
  method: "ui/notifications/size-changed",
  params: { "width?": "number", "height?": "number" },
};

export const requestTeardown: NotificationRow<
  "ui/notifications/request-teardown",
  ui.McpUiRequestTeardownNotification["params"]
> = { method: "ui/notifications/request-teardown", params: shape.empty };

export const loggingMessage: NotificationRow<"notifications/message", mcp.LoggingMessageParams> = {
  method: "notifications/message",
  params: { level: shape.loggingLevel, data: "any", "logger?": "string" },
};

// Either way: a View calls the tools of the server, a host those of the View

export const callTool: RequestRow<"tools/call", ToolCallParams, mcp.CallToolResult> = {
  method: "tools/call",
  params: shape.toolCall,
  complete: completeArguments,
  result: shape.toolResult,
  completeResult: completeContent,
};

export const listTools: RequestRow<"tools/list", mcp.ListParams, mcp.ListToolsResult, ListedTools> = {
  method: "tools/list",
  params: shape.paged,
  result: { tools: [(tool) => typeof tool === "string" || !findMismatch(shape.named, tool)] },
  completeResult: (result) => ({ ...result, tools: result.tools.map(toTool) }),
};

export const toolListChanged: NotificationRow<"notifications/tools/list_changed", object> = {
  method: "notifications/tools/list_changed",
  params: shape.empty,
};

export const ping: RequestRow<"ping", object, mcp.EmptyResult> = {
  method: "ping",
  params: shape.empty,
  result: shape.empty,
};

// Host → View

export const toolInput: NotificationRow<"ui/notifications/tool-input", ToolInputParams> = {
  method: "ui/notifications/tool-input",
  params: shape.toolInput,
  complete: completeArguments,
};

export const toolInputPartial: NotificationRow<"ui/notifications/tool-input-partial", ToolInputParams> = {
  method: "ui/notifications/tool-input-partial",
  params: shape.toolInput,
  complete: completeArguments,
};

export const toolResult: NotificationRow<"ui/notifications/tool-result", mcp.CallToolResult> = {
  method: "ui/notifications/tool-result",
  params: shape.toolResult,
  complete: completeContent,
};

export const toolCancelled: NotificationRow<
  "ui/notifications/tool-cancelled",
  Params<ui.McpUiToolCancelledNotification>
> = { method: "ui/notifications/tool-cancelled", params: { "reason?": "string" } };

export const hostContextChanged: NotificationRow<
  "ui/notifications/host-context-changed",
  ui.McpUiHostContext
> = { method: "ui/notifications/host-context-changed", params: shape.hostContext };

export const resourceTeardown: RequestRow<"ui/resource-teardown", object, ui.McpUiResourceTeardownResult> = {
  method: "ui/resource-teardown",
  params: shape.empty,
  result: shape.empty,
};

export const resourceListChanged: NotificationRow<"notifications/resources/list_changed", object> = {
  method: "notifications/resources/list_changed",
  params: shape.empty,
};

export const promptListChanged: NotificationRow<"notifications/prompts/list_changed", object> = {
  method: "notifications/prompts/list_changed",
  params: shape.empty,
};

// Sandbox proxy ↔ host

export const sandboxProxyReady: NotificationRow<"ui/notifications/sandbox-proxy-ready", object> = {
  method: "ui/notifications/sandbox-proxy-ready",
  params: shape.empty,
};

export const sandboxResourceReady: NotificationRow<
  "ui/notifications/sandbox-resource-ready",
  Params<ui.McpUiSandboxResourceReadyNotification>
> = {
  method: "ui/notifications/sandbox-resource-ready",
  params: {
    html: "string",
    "sandbox?": "string",
    "csp?": shape.resourceCsp,
    "permissions?": shape.resourcePermissions,
  },
};
