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

/** The host's color theme. */
export type McpUiTheme = "light" | "dark";
/** How a View is displayed: in the conversation, filling the screen, or in a floating window (`pip`). */
export type McpUiDisplayMode = "inline" | "fullscreen" | "pip";

type Tone = "primary" | "secondary" | "inverse" | "info" | "danger" | "success" | "warning";
type TextSize = "xs" | "sm" | "md" | "lg";

/** The style variables in the specification. Hosts may send others. */
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

/** CSS variables and their values. Keys are autocompleted from the specification; other names are allowed. */
export type McpUiStyles = { [Key in McpUiStyleVariableKey]?: string | undefined } & {
  [key: string]: string | undefined;
};

/** CSS that a View adds to its document. */
export interface McpUiHostCss {
  /** `@font-face` or `@import` rules for the host's fonts. Pass it to `applyHostFonts`. */
  fonts?: string;
}

/** The look of the host. */
export interface McpUiHostStyles {
  /** CSS variables. Pass them to `applyHostStyleVariables`. */
  variables?: McpUiStyles;
  /** CSS for the document, such as fonts. */
  css?: McpUiHostCss;
}

/** What a View knows about its surroundings. Hosts may leave out anything. */
export interface McpUiHostContext {
  [key: string]: unknown;
  /** The tool call that the View shows. */
  toolInfo?: {
    /** The JSON-RPC id of the tool call. */
    id?: RequestId;
    /** The tool, as its server lists it. */
    tool: Tool;
    /** The arguments of the call. */
    arguments?: Record<string, Json>;
  };
  /** The color theme. Pass it to `applyDocumentTheme`. */
  theme?: McpUiTheme;
  /** The host's CSS variables and fonts. */
  styles?: McpUiHostStyles;
  /** How the View is displayed now. */
  displayMode?: McpUiDisplayMode;
  /** The modes that `requestDisplayMode` can ask for. */
  availableDisplayModes?: McpUiDisplayMode[];
  /** The space for the View in pixels: on each axis a fixed size, a maximum, or no limit. */
  containerDimensions?: ({ height: number } | { maxHeight?: number | undefined }) &
    ({ width: number } | { maxWidth?: number | undefined });
  /** The user's language and region, such as `"en-GB"`. */
  locale?: string;
  /** The user's time zone, such as `"Europe/Oslo"`. */
  timeZone?: string;
  /** The name and version of the host application. */
  userAgent?: string;
  /** The kind of device the host runs on. */
  platform?: "web" | "desktop" | "mobile";
  /** How the user can point at things. */
  deviceCapabilities?: {
    /** Whether the device has a touch screen. */
    touch?: boolean;
    /** Whether the pointer can hover. */
    hover?: boolean;
  };
  /** The pixels to keep free at each edge, for notches and toolbars. Hosts may leave out sides; those sent are numbers. */
  safeAreaInsets?: {
    /** Pixels at the top. */
    top?: Json;
    /** Pixels on the right. */
    right?: Json;
    /** Pixels at the bottom. */
    bottom?: Json;
    /** Pixels on the left. */
    left?: Json;
  };
}

/** The kinds of content that a host accepts. An empty object (`{}`) means yes. */
export interface McpUiSupportedContentBlockModalities {
  /** Text blocks. */
  text?: object;
  /** Image blocks. */
  image?: object;
  /** Audio blocks. */
  audio?: object;
  /** Embedded resources. */
  resource?: object;
  /** Links to resources. */
  resourceLink?: object;
  /** Structured content. */
  structuredContent?: object;
}

/** What a host supports. A key that is set means yes, even with an empty object. */
export interface McpUiHostCapabilities {
  /** Features outside the specification. */
  experimental?: Record<string, object>;
  /** The host opens URLs: `app.openLink()`. */
  openLinks?: object;
  /** The host saves files: `app.downloadFile()`. */
  downloadFile?: object;
  /** The View can call the server's tools: `app.callServerTool()`. */
  serverTools?: {
    /** Whether changes to the list are announced. */
    listChanged?: boolean;
  };
  /** The View can read the server's resources: `app.readServerResource()`. */
  serverResources?: {
    /** Whether changes to the list are announced. */
    listChanged?: boolean;
  };
  /** The host accepts log messages: `app.sendLog()`. */
  logging?: object;
  /** What the sandbox allows this View. */
  sandbox?: {
    /** The browser features that the View may use. */
    permissions?: McpUiResourcePermissions;
    /** The domains that the View may use. */
    csp?: McpUiResourceCsp;
  };
  /** The host tells the model about the View's state: `app.updateModelContext()`. */
  updateModelContext?: McpUiSupportedContentBlockModalities;
  /** The host accepts messages for the conversation: `app.sendMessage()`. */
  message?: McpUiSupportedContentBlockModalities;
  /** The View can ask the host's model: `app.createSamplingMessage()`. */
  sampling?: {
    /** The model may call tools in such a request. */
    tools?: object;
  };
  /** The host calls the View's own tools. Not in the specification. */
  tools?: {
    /** Whether changes to the list are announced. */
    listChanged?: boolean;
  };
}

/** What a View supports. */
export interface McpUiAppCapabilities {
  /** Features outside the specification. */
  experimental?: Record<string, object>;
  /** The View has tools that the host can call. Needed for `registerTool` after `connect()`. */
  tools?: {
    /** Whether changes to the list are announced. */
    listChanged?: boolean;
  };
  /** The display modes that the View is designed for. */
  availableDisplayModes?: McpUiDisplayMode[];
}

/** The domains that a View may use; everything else is blocked. */
export interface McpUiResourceCsp {
  /** Origins for `fetch` and WebSockets, such as `["https://api.example.com"]`. */
  connectDomains?: string[];
  /** Origins of scripts, styles, images, fonts and media. */
  resourceDomains?: string[];
  /** Origins that the View may show in frames. */
  frameDomains?: string[];
  /** Origins that a `<base>` element may name. */
  baseUriDomains?: string[];
}

/** The browser features that a View asks for. An empty object (`{}`) asks for it. */
export interface McpUiResourcePermissions {
  /** The camera. */
  camera?: object;
  /** The microphone. */
  microphone?: object;
  /** The user's location. */
  geolocation?: object;
  /** Writing to the clipboard. */
  clipboardWrite?: object;
}

/** The `_meta.ui` of a View's resource: what the View needs from the host. */
export interface McpUiResourceMeta {
  /** The domains that the View may use. Default: none. */
  csp?: McpUiResourceCsp;
  /** The browser features that the View asks for. */
  permissions?: McpUiResourcePermissions;
  /** A domain for the View's own origin. What is valid depends on the host. */
  domain?: string;
  /** Whether the host should draw a border and background around the View. Default: the host decides. */
  prefersBorder?: boolean;
}

/** Who may call a tool: the model, the View (`app`), or both. */
export type McpUiToolVisibility = "model" | "app";

/** The `_meta.ui` of a tool. */
export interface McpUiToolMeta {
  /** The `ui://` URI of the tool's View. */
  resourceUri?: string;
  /** Who may call the tool. Default: `["model", "app"]`. */
  visibility?: McpUiToolVisibility[];
  /** Not allowed here: set it in the `_meta.ui` of the resource. */
  csp?: never;
  /** Not allowed here: set it in the `_meta.ui` of the resource. */
  permissions?: never;
}

/** What an MCP client says about its support for Views. */
export interface McpUiClientCapabilities {
  /** The media types of Views it can show. Look for `RESOURCE_MIME_TYPE`. */
  mimeTypes?: string[];
}

/** The View's first message: it starts the handshake. */
export interface McpUiInitializeRequest {
  /** The name of the method. */
  method: "ui/initialize";
  /** The params of the message. */
  params: {
    /** The View's name and version. */
    appInfo: Implementation;
    /** What the View supports. */
    appCapabilities: McpUiAppCapabilities;
    /** The protocol version that the View wants to use. */
    protocolVersion: string;
  };
}

/** The host's answer in the handshake. */
export interface McpUiInitializeResult {
  [key: string]: unknown;
  /** The protocol version that both use. */
  protocolVersion: string;
  /** The host's name and version. */
  hostInfo: Implementation;
  /** What the host supports. */
  hostCapabilities: McpUiHostCapabilities;
  /** What the View should know about its surroundings. */
  hostContext: McpUiHostContext;
}

/** The View has completed the handshake. */
export interface McpUiInitializedNotification {
  /** The name of the method. */
  method: "ui/notifications/initialized";
  /** The params of the message. */
  params?: object;
}

/** The View asks the host to open a URL. */
export interface McpUiOpenLinkRequest {
  /** The name of the method. */
  method: "ui/open-link";
  /** The params of the message. */
  params: {
    /** The URL to open. */
    url: string;
  };
}

/** Whether the host opened the URL. */
export interface McpUiOpenLinkResult {
  [key: string]: unknown;
  /** Whether the host refused or failed. */
  isError?: boolean | undefined;
}

/** The View asks the host to save files. */
export interface McpUiDownloadFileRequest {
  /** The name of the method. */
  method: "ui/download-file";
  /** The params of the message. */
  params: {
    /** The files: embedded, or as links that the host downloads. */
    contents: (EmbeddedResource | ResourceLink)[];
  };
}

/** Whether the host saved the files. */
export interface McpUiDownloadFileResult {
  [key: string]: unknown;
  /** Whether the host refused or failed. */
  isError?: boolean | undefined;
}

/** The View adds a message to the conversation. */
export interface McpUiMessageRequest {
  /** The name of the method. */
  method: "ui/message";
  /** The params of the message. */
  params: {
    /** Who the message is from: `"user"`. */
    role: Role;
    /** The content of the message. */
    content: ContentBlock[];
  };
}

/** Whether the host accepted the message. */
export interface McpUiMessageResult {
  [key: string]: unknown;
  /** Whether the host refused or failed. */
  isError?: boolean | undefined;
}

/** The View tells the model about its state. Each request replaces the one before. */
export interface McpUiUpdateModelContextRequest {
  /** The name of the method. */
  method: "ui/update-model-context";
  /** The params of the message. */
  params: {
    /** The state as content blocks. */
    content?: ContentBlock[];
    /** The state as data. */
    structuredContent?: Record<string, unknown>;
  };
}

/** The View asks for another display mode. */
export interface McpUiRequestDisplayModeRequest {
  /** The name of the method. */
  method: "ui/request-display-mode";
  /** The params of the message. */
  params: {
    /** The display mode that the View wants. */
    mode: McpUiDisplayMode;
  };
}

/** The display mode after the request. */
export interface McpUiRequestDisplayModeResult {
  [key: string]: unknown;
  /** The mode that is set, which may differ from the one requested. */
  mode: McpUiDisplayMode;
}

/** The host is about to remove the View and waits for its answer. */
export interface McpUiResourceTeardownRequest {
  /** The name of the method. */
  method: "ui/resource-teardown";
  /** The params of the message. */
  params: object;
}

/** The View is ready to be removed. */
export interface McpUiResourceTeardownResult {
  [key: string]: unknown;
}

/** The View asks the host to remove it. */
export interface McpUiRequestTeardownNotification {
  /** The name of the method. */
  method: "ui/notifications/request-teardown";
  /** The params of the message. */
  params?: object;
}

/** The View reports its size. */
export interface McpUiSizeChangedNotification {
  /** The name of the method. */
  method: "ui/notifications/size-changed";
  /** The params of the message. */
  params: {
    /** The width in pixels. */
    width?: number;
    /** The height in pixels. */
    height?: number;
  };
}

/** The complete arguments of the tool call. */
export interface McpUiToolInputNotification {
  /** The name of the method. */
  method: "ui/notifications/tool-input";
  /** The params of the message. */
  params: {
    /** The arguments of the tool call. */
    arguments?: Record<string, unknown>;
  };
}

/** The arguments so far, while the model writes them. */
export interface McpUiToolInputPartialNotification {
  /** The name of the method. */
  method: "ui/notifications/tool-input-partial";
  /** The params of the message. */
  params: {
    /** The arguments so far. The last value may be incomplete. */
    arguments?: Record<string, unknown>;
  };
}

/** The result of the tool call. */
export interface McpUiToolResultNotification {
  /** The name of the method. */
  method: "ui/notifications/tool-result";
  /** The result of the tool. */
  params: CallToolResult;
}

/** The tool call was cancelled. */
export interface McpUiToolCancelledNotification {
  /** The name of the method. */
  method: "ui/notifications/tool-cancelled";
  /** The params of the message. */
  params: {
    /** Why the call was cancelled. */
    reason?: string;
  };
}

/** The host's context changed. */
export interface McpUiHostContextChangedNotification {
  /** The name of the method. */
  method: "ui/notifications/host-context-changed";
  /** The parts that changed. */
  params: McpUiHostContext;
}

/** The sandbox proxy is ready for the View's HTML. */
export interface McpUiSandboxProxyReadyNotification {
  /** The name of the method. */
  method: "ui/notifications/sandbox-proxy-ready";
  /** The params of the message. */
  params: object;
}

/** The View's HTML, from the host to its sandbox proxy. */
export interface McpUiSandboxResourceReadyNotification {
  /** The name of the method. */
  method: "ui/notifications/sandbox-resource-ready";
  /** The params of the message. */
  params: {
    /** The HTML of the View. */
    html: string;
    /** The `sandbox` attribute of the inner frame. */
    sandbox?: string;
    /** The domains that the View may use. */
    csp?: McpUiResourceCsp;
    /** The browser features that the View may use. */
    permissions?: McpUiResourcePermissions;
  };
}
