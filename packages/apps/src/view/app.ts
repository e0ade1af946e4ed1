import { LATEST_PROTOCOL_VERSION } from "../protocol/constants.ts";
import type { RequestHandlerExtra, ResultOf } from "../protocol/handler-types.ts";
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
  ListResourcesResult,
  LoggingMessageParams,
  ReadResourceParams,
  ReadResourceResult,
  Tool,
} from "../protocol/mcp-types.ts";
import type { EventMapOf, Handlers } from "../protocol/members.ts";
import type { ListedTools, ToolCallParams, ToolInputParams } from "../protocol/methods.ts";
import * as methods from "../protocol/methods.ts";
import { ProtocolWithEvents } from "../protocol/protocol-with-events.ts";
import { toTool } from "../protocol/to-tool.ts";
import type * as ui from "../protocol/ui-types.ts";
import { warn } from "../protocol/warn.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import type { Transport } from "../rpc/transport.ts";
import { PostMessageTransport } from "../rpc/window-transport.ts";
import type { AppToolCallback, AppToolConfig, AppToolSchema, RegisteredAppTool } from "./app-tool.ts";
import { asked } from "./asked.ts";
import { observeDocumentSize } from "./auto-resize.ts";
import { ToolRegistry } from "./tool-registry.ts";
import { viewSide } from "./view-side.ts";

/** The events of an `App`, for `addEventListener`, and what their listeners get. */
export type AppEventMap = EventMapOf<typeof viewSide>;

/** Options of `new App()`. */
export interface AppOptions {
  /** Reports the document's size to the host whenever it changes. Default: true. */
  autoResize?: boolean;
  /** Throws on calls and handlers at the wrong time, instead of a warning in the console. Default: false. */
  strict?: boolean;
  /** Rejects requests whose capability the host has not declared. Default: false. */
  enforceStrictCapabilities?: boolean;
  /** Accepted for compatibility and has no effect: this package never evaluates code. */
  allowUnsafeEval?: boolean;
  /** Accepted for compatibility and has no effect: tool list changes are always combined. */
  debouncedNotificationMethods?: string[];
}

/** How long a host may take to answer before the console hears that there may be none. */
const QUIET_MS = 4_000;
const TOOLS_DISABLED = "App tools are not enabled: pass { tools: {} } to new App()";

export interface App extends Handlers<typeof viewSide> {
  /** Called with the tool's complete arguments, once and before its result. Set it before `connect()`. */
  ontoolinput: ((params: ToolInputParams) => void) | undefined;
  /** Called with the arguments so far, while the model writes them. Use it for a preview. */
  ontoolinputpartial: ((params: ToolInputParams) => void) | undefined;
  /** Called with the tool's result: `app.ontoolresult = ({ structuredContent }) => draw(structuredContent)`. */
  ontoolresult: ((result: CallToolResult) => void) | undefined;
  /** Called when the tool call was cancelled, in place of a result. */
  ontoolcancelled: ((params: { reason?: string }) => void) | undefined;
  /** Called with the parts of the host's context that changed; `getHostContext()` is already updated. */
  onhostcontextchanged: ((changes: ui.McpUiHostContext) => void) | undefined;
  /** Called before the host removes the View: save what you need. The host waits for the returned promise. */
  onteardown:
    | ((
        params: object,
        extra: RequestHandlerExtra,
      ) => ui.McpUiResourceTeardownResult | Promise<ui.McpUiResourceTeardownResult>)
    | undefined;
  /** Answers calls to tools of the View that are not registered with `registerTool`. */
  oncalltool:
    | ((params: ToolCallParams, extra: RequestHandlerExtra) => CallToolResult | Promise<CallToolResult>)
    | undefined;
  /**
   * Lists tools of the View in addition to those of `registerTool`: `app.onlisttools = () => ({ tools:
   * ["zoom"] })`.
   */
  onlisttools:
    | ((params: ListParams, extra: RequestHandlerExtra) => ListedTools | Promise<ListedTools>)
    | undefined;
}

/**
 * A View: the side of MCP Apps that runs in the host's frame. Set handlers, then `connect()`: the host can
 * send the tool's input and result immediately after.
 * @example const app = new App({ name: "Chart", version: "1.0.0" }); app.ontoolresult = draw; await
 * app.connect();
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: defineHandlers() makes these members from the table
export class App extends ProtocolWithEvents<AppEventMap> {
  readonly #appInfo: Implementation;
  readonly #options: AppOptions;
  #capabilities: ui.McpUiAppCapabilities;
  #hostInfo: Implementation | undefined;
  #hostCapabilities: ui.McpUiHostCapabilities | undefined;
  #hostContext: ui.McpUiHostContext | undefined;
  #isInitialized = false;
  #stopResizing: (() => void) | undefined;
  #toolListChange: Promise<void> | undefined;
  readonly #heard = new Set<string>();
  readonly #tools = new ToolRegistry(() => this.#toolsChanged());

  static {
    ProtocolWithEvents.defineHandlers(App.prototype, viewSide);
  }

  /** Takes the View's name and version, what it supports (such as `{ tools: {} }`), and options. */
  constructor(appInfo: Implementation, capabilities: ui.McpUiAppCapabilities = {}, options: AppOptions = {}) {
    super(viewSide);
    this.#appInfo = appInfo;
    this.#capabilities = capabilities;
    this.#options = options;
    const tools = this.#tools;
    this.serve(methods.ping, () => ({}));
    this.serve(methods.resourceTeardown, (params, extra, handler): Json => handler?.(params, extra) ?? {});
    this.serve(methods.callTool, (params, extra, handler, fallback): Json => {
      if (!this.#capabilities.tools) return fallback(params, extra, TOOLS_DISABLED);
      const { name, arguments: args } = params;
      return handler && !tools.has(name) ? handler(params, extra) : tools.call(name, args, extra);
    });
    this.serve(methods.listTools, async (params, extra, handler, fallback): Promise<Json> => {
      if (!this.#capabilities.tools) return fallback(params, extra, TOOLS_DISABLED);
      const given: Json = (await handler?.(params, extra)) ?? { tools: [] };
      const others = given.tools.map(toTool).filter(({ name }: Tool) => !tools.has(name));
      return { ...given, tools: params.cursor === undefined ? [...tools.list(), ...others] : others };
    });
  }

  /**
   * Connects to the host and completes the handshake. Default: the parent window. Closes and throws if it
   * fails.
   */
  override async connect(
    transport: Transport = new PostMessageTransport(),
    options?: RequestOptions,
  ): Promise<void> {
    if (this.transport) throw new Error("App is already connected");
    this.#hostContext = undefined;
    const timer = setTimeout(warn, QUIET_MS, "No answer: is this page in a host?");
    try {
      await super.connect(transport);
      const params = {
        appInfo: this.#appInfo,
        appCapabilities: this.#capabilities,
        protocolVersion: LATEST_PROTOCOL_VERSION,
      };
      // The official View counts from 0, so this is the id that hosts know.
      const { hostInfo, hostCapabilities, hostContext } = await this.send(asked.initialize, params, {
        ...options,
        id: 0,
      });
      this.#hostInfo = hostInfo;
      this.#hostCapabilities = hostCapabilities ?? {};
      // A change of the context may have come in already.
      this.#hostContext = { ...hostContext, ...(this.#hostContext as object | undefined) };
      this.#isInitialized = true;
      await this.notification({ method: "ui/notifications/initialized" });
      if (this.#options.autoResize !== false) this.#stopResizing = this.setupSizeChangedNotifications();
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns what the host supports, or undefined before `connect()`. */
  getHostCapabilities(): ui.McpUiHostCapabilities | undefined {
    return this.#hostCapabilities;
  }

  /** Returns the host's name and version, or undefined before `connect()`. */
  getHostVersion(): Implementation | undefined {
    return this.#hostInfo;
  }

  /**
   * Returns the host's theme, locale, size and more, with all changes so far, or undefined before
   * `connect()`.
   */
  getHostContext(): ui.McpUiHostContext | undefined {
    return this.#hostContext;
  }

  /**
   * Adds a tool that the host and its model can call. Before `connect()` this declares the `tools`
   * capability; after it, the capability must have been declared.
   * @example app.registerTool("zoom", { inputSchema: z.object({ level: z.number() }) }, async ({ level }) =>
   * zoom(level))
   */
  registerTool<
    Out extends AppToolSchema | undefined = undefined,
    In extends AppToolSchema | undefined = undefined,
  >(name: string, config: AppToolConfig<In, Out>, callback: AppToolCallback<In, Out>): RegisteredAppTool {
    if (this.transport) this.#assertToolCapability();
    const tool = this.#tools.register(name, config, callback);
    this.#capabilities = { ...this.#capabilities, tools: this.#capabilities.tools ?? { listChanged: true } };
    return tool;
  }

  /**
   * Tells the host that the View's tools changed. `registerTool` does this automatically; calls in one task
   * are combined.
   */
  async sendToolListChanged(params: Record<string, unknown> = {}): Promise<void> {
    this.#assertInitialized("sendToolListChanged");
    this.#toolListChange ??= Promise.resolve().then(() => {
      this.#toolListChange = undefined;
      return this.transport && this.notification({ method: "notifications/tools/list_changed", params });
    });
    return this.#toolListChange;
  }

  /**
   * Calls a tool of the View's server. Each progress notification restarts the timeout.
   * @example const { structuredContent } = await app.callServerTool({ name: "load", arguments: { page: 2 } })
   */
  async callServerTool(params: CallToolParams, options?: RequestOptions): Promise<CallToolResult> {
    if (typeof params === "string") {
      throw new Error(
        `callServerTool() expects an object as its first argument, but received a string ("${params}"). Did you mean: callServerTool({ name: "${params}", arguments: { ... } })?`,
      );
    }
    return this.#ask("callServerTool", params, {
      onprogress: () => {},
      resetTimeoutOnProgress: true,
      ...options,
    });
  }

  /** Reads a resource of the View's server: `await app.readServerResource({ uri: "docs://intro" })`. */
  readServerResource(params: ReadResourceParams, options?: RequestOptions): Promise<ReadResourceResult> {
    return this.#ask("readServerResource", params, options);
  }

  /** Lists the resources of the View's server, one page at a time. */
  listServerResources(params?: ListParams, options?: RequestOptions): Promise<ListResourcesResult> {
    return this.#ask("listServerResources", params, options);
  }

  /**
   * Asks the host's model. Check `getHostCapabilities()?.sampling` first.
   * @example await app.createSamplingMessage({ messages: [{ role: "user", content: { type: "text", text: "Hi"
   * } }], maxTokens: 100 })
   */
  createSamplingMessage(
    params: CreateMessageParams & { tools?: undefined },
    options?: RequestOptions,
  ): Promise<CreateMessageResult>;
  createSamplingMessage(
    params: CreateMessageParams,
    options?: RequestOptions,
  ): Promise<CreateMessageResultWithTools>;
  async createSamplingMessage(params: CreateMessageParams, options?: RequestOptions): Promise<Json> {
    if (this.#options.enforceStrictCapabilities && !this.#hostCapabilities?.sampling) {
      throw new Error("Host does not support sampling");
    }
    return this.#ask("createSamplingMessage", params, options);
  }

  /**
   * Adds a message to the conversation: `await app.sendMessage({ role: "user", content: [{ type: "text",
   * text: "Hi" }] })`.
   */
  sendMessage(
    params: ui.McpUiMessageRequest["params"],
    options?: RequestOptions,
  ): Promise<ui.McpUiMessageResult> {
    return this.#ask("sendMessage", params, options);
  }

  /**
   * Tells the model about the View's state. Each call replaces the one before.
   * @example await app.updateModelContext({ content: [{ type: "text", text: "Selected: Oslo" }] })
   */
  updateModelContext(
    params: ui.McpUiUpdateModelContextRequest["params"],
    options?: RequestOptions,
  ): Promise<EmptyResult> {
    return this.#ask("updateModelContext", params, options);
  }

  /** Asks the host to open a URL: `const { isError } = await app.openLink({ url })`. */
  openLink(
    params: ui.McpUiOpenLinkRequest["params"],
    options?: RequestOptions,
  ): Promise<ui.McpUiOpenLinkResult> {
    return this.#ask("openLink", params, options);
  }

  /** @deprecated Use `openLink`. */
  get sendOpenLink(): App["openLink"] {
    return this.openLink;
  }

  /** Asks the host to save files, because the sandbox blocks downloads. */
  downloadFile(
    params: ui.McpUiDownloadFileRequest["params"],
    options?: RequestOptions,
  ): Promise<ui.McpUiDownloadFileResult> {
    return this.#ask("downloadFile", params, options);
  }

  /**
   * Asks for another display mode and resolves with the mode that is set, which may differ: `await
   * app.requestDisplayMode({ mode: "fullscreen" })`.
   */
  requestDisplayMode(
    params: ui.McpUiRequestDisplayModeRequest["params"],
    options?: RequestOptions,
  ): Promise<ui.McpUiRequestDisplayModeResult> {
    return this.#ask("requestDisplayMode", params, options);
  }

  /** Sends a line to the host's log: `app.sendLog({ level: "info", data: "Loaded" })`. */
  sendLog(params: LoggingMessageParams): Promise<void> {
    return this.notification({ method: "notifications/message", params });
  }

  /** Asks the host to remove this View. If it agrees, `onteardown` is called. */
  requestTeardown(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "ui/notifications/request-teardown", params });
  }

  /** Reports a size in pixels. `autoResize` does this for the whole document. */
  sendSizeChanged(params: ui.McpUiSizeChangedNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/size-changed", params });
  }

  /**
   * Reports the document's size now and whenever it changes, for an App with `autoResize: false`. Returns a
   * function that stops it.
   */
  setupSizeChangedNotifications(): () => void {
    return observeDocumentSize((size) => this.sendSizeChanged(size).catch(this.report));
  }

  async #ask<Name extends keyof typeof asked>(
    name: Name,
    params: object | undefined,
    options: RequestOptions | undefined,
  ): Promise<ResultOf<(typeof asked)[Name]["method"]>> {
    this.#assertInitialized(name);
    return await this.send(asked[name], params, options);
  }

  #assertInitialized(name: string): void {
    if (!this.#isInitialized) this.#complain(`App.${name}() called before`);
  }

  #assertToolCapability(): void {
    if (!this.#capabilities.tools) throw new Error(TOOLS_DISABLED);
  }

  protected override beforeSet(name: string): void {
    if (/^(call|list)tool/.test(name)) this.#assertToolCapability();
    // A host sends these right after the handshake, so that a handler set later may miss them.
    if (this.#isInitialized && name.startsWith("tool") && !this.#heard.has(name)) {
      this.#complain(`"${name}" handler registered after`);
    }
    this.#heard.add(name);
  }

  protected override beforeEvent(method: string, params: Json): void {
    if (method === methods.hostContextChanged.method) this.#hostContext = { ...this.#hostContext, ...params };
  }

  #complain(what: string): void {
    const problem = `${what} connect() completed the ui/initialize handshake`;
    if (this.#options.strict) throw new Error(problem);
    warn(problem);
  }

  #toolsChanged(): void {
    if (!this.#isInitialized || !this.#capabilities.tools?.listChanged) return;
    const { tools } = this.#hostCapabilities ?? {};
    if (tools && !tools.listChanged) return;
    this.sendToolListChanged().catch(this.report);
  }

  protected override ended(): void {
    this.#isInitialized = false;
    this.#stopResizing?.();
    this.#stopResizing = undefined;
    super.ended();
  }
}
