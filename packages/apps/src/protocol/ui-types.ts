import type { RequestId } from "../rpc/message.ts";
import type {
  CallToolResult,
  ContentBlock,
  EmbeddedResource,
  Implementation,
  Json,
  ResourceLink,
  Role,
  Tool,
} from "./mcp-types.ts";

export type McpUiTheme = "light" | "dark";
export type McpUiDisplayMode = "inline" | "fullscreen" | "pip";

type Tone = "primary" | "secondary" | "inverse" | "info" | "danger" | "success" | "warning";
type TextSize = "xs" | "sm" | "md" | "lg";

/** The names the specification gives; hosts may send others. */
export type McpUiStyleVariableKey =
  | `--color-${"background" | "text" | "border"}-${Tone | "tertiary" | "ghost" | "disabled"}`
  | `--color-ring-${Tone}`
  | `--font-${"sans" | "mono"}`
  | `--font-weight-${"normal" | "medium" | "semibold" | "bold"}`
  | `--font-text-${TextSize}-${"size" | "line-height"}`
  | `--font-heading-${TextSize | "xl" | "2xl" | "3xl"}-${"size" | "line-height"}`
  | `--border-radius-${TextSize | "xl" | "full"}`
  | "--border-width-regular"
  | `--shadow-${"hairline" | "sm" | "md" | "lg"}`;

export type McpUiStyles = { [Key in McpUiStyleVariableKey]?: string | undefined } & {
  [key: string]: string | undefined;
};

export interface McpUiHostCss {
  fonts?: string;
}

export interface McpUiHostStyles {
  variables?: McpUiStyles;
  css?: McpUiHostCss;
}

export interface McpUiHostContext {
  [key: string]: unknown;
  toolInfo?: { id?: RequestId; tool: Tool; arguments?: Record<string, Json> };
  theme?: McpUiTheme;
  styles?: McpUiHostStyles;
  displayMode?: McpUiDisplayMode;
  availableDisplayModes?: McpUiDisplayMode[];
  /** On each axis a fixed size, or the most the View may take, or nothing. */
  containerDimensions?: ({ height: number } | { maxHeight?: number | undefined }) &
    ({ width: number } | { maxWidth?: number | undefined });
  locale?: string;
  timeZone?: string;
  userAgent?: string;
  platform?: "web" | "desktop" | "mobile";
  deviceCapabilities?: { touch?: boolean; hover?: boolean };
  /** In pixels. A host may leave sides out; the members are numbers, and read as such without a check. */
  safeAreaInsets?: { top?: Json; right?: Json; bottom?: Json; left?: Json };
}

export interface McpUiSupportedContentBlockModalities {
  text?: object;
  image?: object;
  audio?: object;
  resource?: object;
  resourceLink?: object;
  structuredContent?: object;
}

export interface McpUiHostCapabilities {
  experimental?: Record<string, object>;
  openLinks?: object;
  downloadFile?: object;
  serverTools?: { listChanged?: boolean };
  serverResources?: { listChanged?: boolean };
  logging?: object;
  sandbox?: { permissions?: McpUiResourcePermissions; csp?: McpUiResourceCsp };
  updateModelContext?: McpUiSupportedContentBlockModalities;
  message?: McpUiSupportedContentBlockModalities;
  sampling?: { tools?: object };
  /** Not in the specification: a host that calls the View's own tools may say so, and whether it re-reads them. */
  tools?: { listChanged?: boolean };
}

export interface McpUiAppCapabilities {
  experimental?: Record<string, object>;
  tools?: { listChanged?: boolean };
  availableDisplayModes?: McpUiDisplayMode[];
}

export interface McpUiResourceCsp {
  connectDomains?: string[];
  resourceDomains?: string[];
  frameDomains?: string[];
  baseUriDomains?: string[];
}

export interface McpUiResourcePermissions {
  camera?: object;
  microphone?: object;
  geolocation?: object;
  clipboardWrite?: object;
}

export interface McpUiResourceMeta {
  csp?: McpUiResourceCsp;
  permissions?: McpUiResourcePermissions;
  domain?: string;
  prefersBorder?: boolean;
}

export type McpUiToolVisibility = "model" | "app";

export interface McpUiToolMeta {
  resourceUri?: string;
  visibility?: McpUiToolVisibility[];
  /** Belongs to the resource. */
  csp?: never;
  /** Belongs to the resource. */
  permissions?: never;
}

export interface McpUiClientCapabilities {
  mimeTypes?: string[];
}

export interface McpUiInitializeRequest {
  method: "ui/initialize";
  params: { appInfo: Implementation; appCapabilities: McpUiAppCapabilities; protocolVersion: string };
}

export interface McpUiInitializeResult {
  [key: string]: unknown;
  protocolVersion: string;
  hostInfo: Implementation;
  hostCapabilities: McpUiHostCapabilities;
  hostContext: McpUiHostContext;
}

export interface McpUiInitializedNotification {
  method: "ui/notifications/initialized";
  params?: object;
}

export interface McpUiOpenLinkRequest {
  method: "ui/open-link";
  params: { url: string };
}

export interface McpUiOpenLinkResult {
  [key: string]: unknown;
  isError?: boolean | undefined;
}

export interface McpUiDownloadFileRequest {
  method: "ui/download-file";
  params: { contents: (EmbeddedResource | ResourceLink)[] };
}

export interface McpUiDownloadFileResult {
  [key: string]: unknown;
  isError?: boolean | undefined;
}

export interface McpUiMessageRequest {
  method: "ui/message";
  params: { role: Role; content: ContentBlock[] };
}

export interface McpUiMessageResult {
  [key: string]: unknown;
  isError?: boolean | undefined;
}

export interface McpUiUpdateModelContextRequest {
  method: "ui/update-model-context";
  params: { content?: ContentBlock[]; structuredContent?: Record<string, unknown> };
}

export interface McpUiRequestDisplayModeRequest {
  method: "ui/request-display-mode";
  params: { mode: McpUiDisplayMode };
}

export interface McpUiRequestDisplayModeResult {
  [key: string]: unknown;
  mode: McpUiDisplayMode;
}

export interface McpUiResourceTeardownRequest {
  method: "ui/resource-teardown";
  params: object;
}

export interface McpUiResourceTeardownResult {
  [key: string]: unknown;
}

export interface McpUiRequestTeardownNotification {
  method: "ui/notifications/request-teardown";
  params?: object;
}

export interface McpUiSizeChangedNotification {
  method: "ui/notifications/size-changed";
  params: { width?: number; height?: number };
}

export interface McpUiToolInputNotification {
  method: "ui/notifications/tool-input";
  params: { arguments?: Record<string, unknown> };
}

export interface McpUiToolInputPartialNotification {
  method: "ui/notifications/tool-input-partial";
  params: { arguments?: Record<string, unknown> };
}

export interface McpUiToolResultNotification {
  method: "ui/notifications/tool-result";
  params: CallToolResult;
}

export interface McpUiToolCancelledNotification {
  method: "ui/notifications/tool-cancelled";
  params: { reason?: string };
}

export interface McpUiHostContextChangedNotification {
  method: "ui/notifications/host-context-changed";
  params: McpUiHostContext;
}

export interface McpUiSandboxProxyReadyNotification {
  method: "ui/notifications/sandbox-proxy-ready";
  params: object;
}

export interface McpUiSandboxResourceReadyNotification {
  method: "ui/notifications/sandbox-resource-ready";
  params: {
    html: string;
    sandbox?: string;
    csp?: McpUiResourceCsp;
    permissions?: McpUiResourcePermissions;
  };
}
