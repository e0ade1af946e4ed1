import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "../protocol/constants.ts";
import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type {
  CallToolParams,
  CallToolResult,
  CreateMessageParams,
  CreateMessageResult,
  CreateMessageResultWithTools,
  EmptyResult,
  Implementation,
  Json,
  ListParams,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  LoggingMessageParams,
  ReadResourceParams,
  ReadResourceResult,
} from "../protocol/mcp-types.ts";
import type { EventMapOf, Handlers } from "../protocol/members.ts";
import * as methods from "../protocol/methods.ts";
import { ProtocolWithEvents } from "../protocol/protocol-with-events.ts";
import type * as ui from "../protocol/ui-types.ts";
import { warn } from "../protocol/warn.ts";
import { ProtocolError, REFUSED, SdkError } from "../rpc/error.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import type { Transport } from "../rpc/transport.ts";
import { bridgeSide, toolsReread } from "./bridge-side.ts";
import { listAllTools } from "./list-all-tools.ts";
import type { McpClient } from "./mcp-client.ts";
import { ProxiedServer } from "./proxied-server.ts";
import { listenToServer } from "./server-notifications.ts";
import { unknownStyleVariables } from "./style-variables.ts";
import { isToolVisibleTo } from "./tool-ui.ts";

/** The capabilities that follow from the handlers a host has set. */
const capabilityOf = {
  openLinks: methods.openLink,
  downloadFile: methods.downloadFile,
  message: methods.message,
  updateModelContext: methods.updateModelContext,
  sampling: methods.createMessage,
};

/** The events of an `AppBridge`, for `addEventListener`, and what their listeners get. */
export type AppBridgeEventMap = EventMapOf<typeof bridgeSide>;

type Sampled = CreateMessageResult | CreateMessageResultWithTools;

/** Options of `new AppBridge()`. */
export interface HostOptions {
  /** The host context that the View receives when it connects. */
  hostContext?: ui.McpUiHostContext;
  /** Decides whether the View may read a resource of the server. Default: all of them. */
  canReadResource?: (uri: string) => boolean | Promise<boolean>;
  /** Accepted for compatibility and has no effect. */
  enforceStrictCapabilities?: boolean;
  /** Accepted for compatibility and has no effect. */
  debouncedNotificationMethods?: string[];
}

export interface AppBridge extends Handlers<typeof bridgeSide> {
  /** Called with a message for the conversation: `bridge.onmessage = async ({ content }) => addToChat(content)`. */
  onmessage:
    | ((
        params: ui.McpUiMessageRequest["params"],
        extra: RequestHandlerExtra,
      ) => ui.McpUiMessageResult | Promise<ui.McpUiMessageResult>)
    | undefined;
  /** Called with a URL to open; return `{ isError: true }` to refuse. Ask the user first. */
  onopenlink:
    | ((
        params: ui.McpUiOpenLinkRequest["params"],
        extra: RequestHandlerExtra,
      ) => ui.McpUiOpenLinkResult | Promise<ui.McpUiOpenLinkResult>)
    | undefined;
  /** Called with files to save; return `{ isError: true }` to refuse. Ask the user first. */
  ondownloadfile:
    | ((
        params: ui.McpUiDownloadFileRequest["params"],
        extra: RequestHandlerExtra,
      ) => ui.McpUiDownloadFileResult | Promise<ui.McpUiDownloadFileResult>)
    | undefined;
  /** Called when the View wants another display mode. Return the mode that is set: `{ mode: "inline" }`. */
  onrequestdisplaymode:
    | ((
        params: ui.McpUiRequestDisplayModeRequest["params"],
        extra: RequestHandlerExtra,
      ) => ui.McpUiRequestDisplayModeResult | Promise<ui.McpUiRequestDisplayModeResult>)
    | undefined;
  /** Called with what the model should know about the View. Each call replaces the one before. */
  onupdatemodelcontext:
    | ((
        params: ui.McpUiUpdateModelContextRequest["params"],
        extra: RequestHandlerExtra,
      ) => EmptyResult | Promise<EmptyResult>)
    | undefined;
  /** Answers the View's calls to server tools, in place of the server. */
  oncalltool:
    | ((
        params: methods.ToolCallParams,
        extra: RequestHandlerExtra,
      ) => CallToolResult | Promise<CallToolResult>)
    | undefined;
  /** Answers the View's requests to the host's model. Ask the user first. */
  oncreatesamplingmessage:
    | ((params: CreateMessageParams, extra: RequestHandlerExtra) => Sampled | Promise<Sampled>)
    | undefined;
  /** Lists resources for the View, in place of the server. */
  onlistresources:
    | ((params: ListParams, extra: RequestHandlerExtra) => ListResourcesResult | Promise<ListResourcesResult>)
    | undefined;
  /** Lists resource templates for the View, in place of the server. */
  onlistresourcetemplates:
    | ((
        params: ListParams,
        extra: RequestHandlerExtra,
      ) => ListResourceTemplatesResult | Promise<ListResourceTemplatesResult>)
    | undefined;
  /** Reads a resource for the View, in place of the server. */
  onreadresource:
    | ((
        params: ReadResourceParams,
        extra: RequestHandlerExtra,
      ) => ReadResourceResult | Promise<ReadResourceResult>)
    | undefined;
  /** Lists prompts for the View, in place of the server. */
  onlistprompts:
    | ((params: ListParams, extra: RequestHandlerExtra) => ListPromptsResult | Promise<ListPromptsResult>)
    | undefined;
  /** Called with the size in pixels that the View wants. Resize its frame. */
  onsizechange: ((params: ui.McpUiSizeChangedNotification["params"]) => void) | undefined;
  /** Called when the sandbox proxy is ready. Send the View's HTML with `sendSandboxResourceReady`. */
  onsandboxready: ((params: object) => void) | undefined;
  /** Called when the View has completed the handshake. Send the tool's input and result now. */
  oninitialized: ((params: ui.McpUiInitializedNotification["params"]) => void) | undefined;
  /** Called when the View asks to be removed. To agree, call `teardownResource()` and remove the frame. */
  onrequestteardown: ((params: ui.McpUiRequestTeardownNotification["params"]) => void) | undefined;
  /** Called with a line of the View's log. */
  onloggingmessage: ((params: LoggingMessageParams) => void) | undefined;
  /** Called with the View's tools after they changed. */
  ontoollistchanged: ((listed: ListToolsResult) => void) | undefined;
}

/**
 * A host's connection to one View. With an MCP client, the View's requests for tools, resources and prompts
 * go to its server unless a handler is set; without one, only the host's handlers answer.
 * @example const bridge = new AppBridge(client, { name: "My host", version: "1.0.0" }); await
 * bridge.connect(transport);
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: defineHandlers() makes these members from the table
export class AppBridge extends ProtocolWithEvents<AppBridgeEventMap> {
  /** Called for each ping of the View. The bridge answers it in any case. */
  onping?: ((params: object, extra: RequestHandlerExtra) => void) | undefined;
  readonly #server: ProxiedServer | undefined;
  readonly #hostInfo: Implementation;
  readonly #hostCapabilities: ui.McpUiHostCapabilities;
  readonly #options: HostOptions;
  #hostContext: ui.McpUiHostContext;
  /** The context as the View knows it. */
  #knownContext: ui.McpUiHostContext = {};
  #appInfo: Implementation | undefined;
  #appCapabilities: ui.McpUiAppCapabilities | undefined;
  #isConnected = false;
  #isInitialized = false;
  /** The server's lists that changed since the View was last notified. */
  readonly #changedLists = new Set<string>();
  readonly #warned = new Set<string>();
  #stopListening: (() => void)[] = [];

  static {
    ProtocolWithEvents.defineHandlers(AppBridge.prototype, bridgeSide);
  }

  /**
   * Takes the MCP client of the View's server (or null), the host's name and version, what it supports, and
   * options.
   */
  constructor(
    client: McpClient | null,
    hostInfo: Implementation,
    hostCapabilities: ui.McpUiHostCapabilities = {},
    options: HostOptions = {},
  ) {
    super(bridgeSide);
    this.#server = client ? new ProxiedServer(client) : undefined;
    this.#hostInfo = hostInfo;
    this.#hostCapabilities = hostCapabilities;
    this.#options = options;
    this.#hostContext = options.hostContext ?? {};
    this.serve(methods.initialize, (params) => this.#initialize(params));
    this.serve(methods.ping, (params, extra) => {
      this.onping?.(params, extra);
      return {};
    });
    this.serve(
      methods.requestDisplayMode,
      (params, extra, handler): Json =>
        handler ? handler(params, extra) : { mode: this.#hostContext.displayMode ?? "inline" },
    );
    this.#proxy("tools", methods.callTool, ({ name }) => this.#assertToolIsForApps(name));
    this.#proxy("resources", methods.readResource, ({ uri }) => this.#assertReadable(uri));
    this.#proxy("resources", methods.listResources);
    this.#proxy("resources", methods.listResourceTemplates);
    this.#proxy("prompts", methods.listPrompts);
  }

  /**
   * Starts listening to the View. Call it before the View loads: `bridge.connect(new
   * PostMessageTransport(frame.contentWindow))`.
   */
  override async connect(transport: Transport): Promise<void> {
    if (this.transport) throw new Error("AppBridge is already connected: call close() first");
    if (this.#server) this.#listenTo(this.#server);
    try {
      await super.connect(transport);
    } catch (error) {
      this.#stop();
      throw error;
    }
  }

  /** Returns what the View supports, or undefined before the handshake. */
  getAppCapabilities(): ui.McpUiAppCapabilities | undefined {
    return this.#appCapabilities;
  }

  /** Returns the View's name and version, or undefined before the handshake. */
  getAppVersion(): Implementation | undefined {
    return this.#appInfo;
  }

  /** Returns the host capabilities that the constructor got. */
  getCapabilities(): ui.McpUiHostCapabilities {
    return this.#hostCapabilities;
  }

  /**
   * Merges changes into the host context and sends the View what changed: `bridge.setHostContext({ theme:
   * "dark" })`.
   */
  setHostContext(changes: ui.McpUiHostContext): void {
    this.#hostContext = { ...this.#hostContext, ...changes };
    this.#announceContext();
  }

  /** Sends context changes as they are. `setHostContext` sends only what differs. */
  sendHostContextChange(changes: ui.McpUiHostContext): Promise<void> {
    this.#hostContext = { ...this.#hostContext, ...changes };
    this.#knownContext = { ...this.#knownContext, ...changes };
    this.#checkStyles(changes);
    return this.notification({ method: "ui/notifications/host-context-changed", params: changes });
  }

  /** Sends the tool's complete arguments: once, after `oninitialized` and before the result. */
  sendToolInput(params: ui.McpUiToolInputNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-input", params });
  }

  /** Sends the arguments so far, while the model writes them. */
  sendToolInputPartial(params: ui.McpUiToolInputPartialNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-input-partial", params });
  }

  /** Sends the tool's result, after its input. */
  sendToolResult(params: ui.McpUiToolResultNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-result", params });
  }

  /** Tells the View that the tool call was cancelled, in place of a result. */
  sendToolCancelled(params: ui.McpUiToolCancelledNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-cancelled", params });
  }

  /** Sends the View's HTML to the sandbox proxy, after `onsandboxready`. */
  sendSandboxResourceReady(params: ui.McpUiSandboxResourceReadyNotification["params"]): Promise<void> {
    // A new document follows, which connects again.
    this.#isConnected = false;
    return this.notification({ method: "ui/notifications/sandbox-resource-ready", params });
  }

  /** Tells the View that the server's tools changed. With a client this happens automatically. */
  sendToolListChanged(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "notifications/tools/list_changed", params });
  }

  /** Tells the View that the server's resources changed. With a client this happens automatically. */
  sendResourceListChanged(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "notifications/resources/list_changed", params });
  }

  /** Tells the View that the server's prompts changed. With a client this happens automatically. */
  sendPromptListChanged(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "notifications/prompts/list_changed", params });
  }

  /** Tells the View that it is about to be removed. Remove its frame once this has settled. */
  teardownResource(params: object = {}, options?: RequestOptions): Promise<ui.McpUiResourceTeardownResult> {
    return this.send(methods.resourceTeardown, params, options);
  }

  /** @deprecated Use `teardownResource`. */
  get sendResourceTeardown(): AppBridge["teardownResource"] {
    return this.teardownResource;
  }

  /** Calls a tool of the View: `await bridge.callTool({ name: "zoom", arguments: { level: 2 } })`. */
  async callTool(params: CallToolParams, options?: RequestOptions): Promise<CallToolResult> {
    this.#assertAppHasTools();
    return this.send(methods.callTool, params, options);
  }

  /** Lists the tools of the View: all of them, or the one page that `cursor` names. */
  async listTools(params: ListParams = {}, options?: RequestOptions): Promise<ListToolsResult> {
    this.#assertAppHasTools();
    const readPage = (page: ListParams) => this.send(methods.listTools, { ...params, ...page }, options);
    return params.cursor === undefined ? { tools: await listAllTools(readPage) } : readPage({});
  }

  #initialize(params: ui.McpUiInitializeRequest["params"]): ui.McpUiInitializeResult {
    const { appInfo, appCapabilities, protocolVersion } = params;
    this.#appInfo = appInfo;
    this.#appCapabilities = appCapabilities;
    // A reloaded View starts over.
    if (this.#isConnected) {
      warn(
        "AppBridge received a second ui/initialize: the View reloaded, or connected twice without close()",
      );
    }
    this.#isConnected = true;
    this.#isInitialized = false;
    this.#knownContext = this.#hostContext;
    this.#checkStyles(this.#hostContext);
    return {
      protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)
        ? protocolVersion
        : LATEST_PROTOCOL_VERSION,
      hostInfo: this.#hostInfo,
      hostCapabilities: this.#declaredCapabilities(),
      hostContext: this.#hostContext,
    };
  }

  /** What the constructor got, and what follows from the handlers that are set. */
  #declaredCapabilities(): ui.McpUiHostCapabilities {
    const implied: ui.McpUiHostCapabilities = {};
    for (const name of Object.keys(capabilityOf) as (keyof typeof capabilityOf)[]) {
      if (this.requests.getHandler(capabilityOf[name].method)) implied[name] = {};
    }
    if (this.events.getHandler(methods.loggingMessage.method)) implied.logging = {};
    return { ...implied, ...this.#hostCapabilities };
  }

  #checkStyles(context: ui.McpUiHostContext): void {
    const unknown = unknownStyleVariables(context);
    if (unknown.length === 0) return;
    this.#warnOnce(
      "styles",
      `Official Views reject a host context with style variables outside the specification: ${unknown.join(", ")}`,
    );
  }

  #warnOnce(about: string, problem: string): void {
    if (!this.#warned.has(about)) warn(problem);
    this.#warned.add(about);
  }

  #rereadTools(): void {
    if (!this.#appCapabilities?.tools) return;
    const dispatch = (listed: ListToolsResult) => this.events.dispatch(toolsReread.method, listed);
    this.listTools().then(dispatch, this.report);
  }

  #announceLists(): void {
    if (!this.#isInitialized) return;
    for (const method of this.#changedLists) {
      this.notification({ method, params: {} }).catch(this.report);
    }
    this.#changedLists.clear();
  }

  #announceContext(): void {
    if (!this.#isInitialized) return;
    const news = Object.entries(this.#hostContext).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(this.#knownContext[key]),
    );
    if (news.length === 0) return;
    this.sendHostContextChange(Object.fromEntries(news)).catch(this.report);
  }

  /** Has the server answer a request that the host sets no handler for; `assertAllowed` guards either. */
  #proxy<Params>(
    capability: "tools" | "resources" | "prompts",
    row: methods.RequestRow<string, Params>,
    assertAllowed?: (params: Params) => Promise<void> | undefined,
  ): void {
    this.serve(row, (params, extra, handler, fallback): Json => {
      const answer = (): Json => {
        if (handler) return handler(params, extra);
        if (this.#server?.can(capability)) return this.#server.forward(row, params, extra);
        return fallback(params, extra, this.#server && `the server has no ${capability}`);
      };
      const allowed = assertAllowed?.(params);
      return allowed ? allowed.then(answer) : answer();
    });
  }

  #assertToolIsForApps(name: string): Promise<void> | undefined {
    if (!this.#server?.can("tools")) return;
    return this.#server.findTool(name).then((tool) => {
      if (tool && !isToolVisibleTo("app", tool)) {
        throw new ProtocolError(REFUSED, `Tool ${name} is not visible to apps`);
      }
    });
  }

  async #assertReadable(uri: string): Promise<void> {
    const { canReadResource } = this.#options;
    if (canReadResource && !(await canReadResource(uri))) {
      throw new ProtocolError(REFUSED, `Resource ${uri} is not readable by this View`);
    }
  }

  #assertAppHasTools(): void {
    if (this.#appCapabilities?.tools) return;
    throw new SdkError("CAPABILITY_NOT_SUPPORTED", "The View has not declared the tools capability");
  }

  #listenTo(server: ProxiedServer): void {
    const { client } = server;
    const capabilities = client.getServerCapabilities();
    if (!capabilities) throw new Error("Client server capabilities not available");
    for (const capability of ["tools", "resources", "prompts"] as const) {
      if (!capabilities[capability]?.listChanged) continue;
      const method = `notifications/${capability}/list_changed` as const;
      const relay = () => {
        if (capability === "tools") server.forgetTools();
        this.#changedLists.add(method);
        this.#announceLists();
      };
      this.#stopListening.push(listenToServer(client, method, relay));
    }
  }

  protected override beforeEvent(method: string): void {
    if (method === methods.initialized.method) {
      this.#isInitialized = true;
      this.#announceContext();
      this.#announceLists();
    }
    if (method === methods.toolListChanged.method) this.#rereadTools();
  }

  protected override beforeRequest(method: string): void {
    if (this.#isInitialized || method === "ui/initialize" || method === "ping") return;
    this.#warnOnce(
      "early",
      `AppBridge received '${method}' before ${methods.initialized.method}: the View must await connect() first`,
    );
  }

  protected override ended(): void {
    this.#isConnected = false;
    this.#isInitialized = false;
    this.#stop();
    super.ended();
  }

  #stop(): void {
    for (const stop of this.#stopListening.splice(0)) stop();
  }
}
