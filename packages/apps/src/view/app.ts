import { LATEST_PROTOCOL_VERSION } from "../protocol/constants.ts";
import { defineMembers } from "../protocol/define-members.ts";
import type { ResultOf } from "../protocol/handler-types.ts";
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
import type { EventMapOf, Members } from "../protocol/members.ts";
import * as methods from "../protocol/methods.ts";
import { type Holder, Router } from "../protocol/router.ts";
import { toTool } from "../protocol/to-tool.ts";
import type * as ui from "../protocol/ui-types.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import type { Transport } from "../rpc/transport.ts";
import { PostMessageTransport } from "../rpc/window-transport.ts";
import type { AppToolCallback, AppToolConfig, AppToolSchema, RegisteredAppTool } from "./app-tool.ts";
import { asked } from "./asked.ts";
import { observeDocumentSize } from "./auto-resize.ts";
import { ToolRegistry } from "./tool-registry.ts";
import { viewSide } from "./view-side.ts";

export type AppEventMap = EventMapOf<typeof viewSide>;

export interface AppOptions {
  /** Tells the host the size of the document whenever it changes; true unless given. */
  autoResize?: boolean;
  /** Throws where otherwise the console is warned of calls and handlers at the wrong time. */
  strict?: boolean;
  /** Rejects requests for which the host has not declared the capability. */
  enforceStrictCapabilities?: boolean;
  /** Accepted for compatibility; nothing here ever evaluates code. */
  allowUnsafeEval?: boolean;
  /** Accepted for compatibility; changes of the tool list are always sent as one. */
  debouncedNotificationMethods?: string[];
}

export interface App extends Members<typeof viewSide> {}

/**
 * The View's side of MCP Apps. Set handlers, then `connect()`; the host may send a tool's input and result as soon as
 * the connection stands.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: defineMembers() makes these members from the table
export class App implements Holder {
  onclose: Holder["onclose"];
  onerror: Holder["onerror"];
  fallbackRequestHandler: Holder["fallbackRequestHandler"];
  fallbackNotificationHandler: Holder["fallbackNotificationHandler"];
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
  readonly #router = new Router(viewSide, this, {
    beforeHandle: (method) => this.#assertToolCapability(method),
    beforeListen: (method) => this.#assertInTime(method),
    closed: () => this.#disconnected(),
  });

  static {
    defineMembers(App.prototype, viewSide, (app) => app.#router);
  }

  constructor(appInfo: Implementation, capabilities: ui.McpUiAppCapabilities = {}, options: AppOptions = {}) {
    this.#appInfo = appInfo;
    this.#capabilities = capabilities;
    this.#options = options;
    const router = this.#router;
    const tools = this.#tools;
    router.prepare(methods.hostContextChanged, (changes) => {
      this.#hostContext = { ...this.#hostContext, ...changes };
      return changes;
    });
    router.serve(methods.ping, () => ({}));
    router.serve(methods.resourceTeardown, (params, extra, handler): Json => handler?.(params, extra) ?? {});
    router.serve(methods.callTool, (params, extra, handler, fallback): Json => {
      if (!this.#capabilities.tools) return fallback(params, extra);
      const { name, arguments: args } = params;
      return handler && !tools.has(name) ? handler(params, extra) : tools.call(name, args, extra);
    });
    router.serve(methods.listTools, async (params, extra, handler, fallback): Promise<Json> => {
      if (!this.#capabilities.tools) return fallback(params, extra);
      const given: Json = (await handler?.(params, extra)) ?? { tools: [] };
      const others = given.tools.map(toTool).filter(({ name }: Tool) => !tools.has(name));
      return { ...given, tools: params.cursor === undefined ? [...tools.list(), ...others] : others };
    });
  }

  /** Connects to the host and completes the handshake; if that fails, closes and throws. */
  async connect(
    transport: Transport = new PostMessageTransport(window.parent, window.parent),
    options?: RequestOptions,
  ): Promise<void> {
    if (this.transport) throw new Error("App is already connected. Call close() before connecting again.");
    this.#hostContext = undefined;
    try {
      await this.#router.peer.connect(transport);
      const params = {
        appInfo: this.#appInfo,
        appCapabilities: this.#capabilities,
        protocolVersion: LATEST_PROTOCOL_VERSION,
      };
      const { hostInfo, hostCapabilities, hostContext } = await this.#router.send(
        methods.initialize,
        params,
        options,
      );
      this.#hostInfo = hostInfo;
      this.#hostCapabilities = hostCapabilities ?? {};
      // A change of the context may have come in already.
      this.#hostContext = { ...hostContext, ...this.getHostContext() };
      this.#isInitialized = true;
      await this.notification({ method: "ui/notifications/initialized" });
      if (this.#options.autoResize ?? true) this.#stopResizing = this.setupSizeChangedNotifications();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  get transport(): Transport | undefined {
    return this.#router.peer.transport;
  }

  getHostCapabilities(): ui.McpUiHostCapabilities | undefined {
    return this.#hostCapabilities;
  }

  getHostVersion(): Implementation | undefined {
    return this.#hostInfo;
  }

  getHostContext(): ui.McpUiHostContext | undefined {
    return this.#hostContext;
  }

  /**
   * Adds a tool that the host, and through it the model, can call. Before `connect()` this declares the `tools`
   * capability; afterwards it must have been declared.
   */
  registerTool<
    Out extends AppToolSchema | undefined = undefined,
    In extends AppToolSchema | undefined = undefined,
  >(name: string, config: AppToolConfig<In, Out>, callback: AppToolCallback<In, Out>): RegisteredAppTool {
    if (this.transport) this.#assertToolCapability("tools/call");
    const tool = this.#tools.register(name, config, callback);
    this.#capabilities = { ...this.#capabilities, tools: this.#capabilities.tools ?? { listChanged: true } };
    return tool;
  }

  /** Tells the host to read the list of the View's tools again; several calls of one task are sent as one. */
  async sendToolListChanged(params: Record<string, unknown> = {}): Promise<void> {
    this.#assertInitialized("sendToolListChanged");
    this.#toolListChange ??= Promise.resolve().then(() => {
      this.#toolListChange = undefined;
      return this.transport && this.notification({ method: "notifications/tools/list_changed", params });
    });
    return this.#toolListChange;
  }

  /** Calls a tool of the server; the wait for its answer starts over with each progress notification. */
  async callServerTool(params: CallToolParams, options?: RequestOptions): Promise<CallToolResult> {
    if (typeof params === "string") {
      throw new Error(`callServerTool() expects an object: { name: "${params}", arguments: { ... } }`);
    }
    return this.#ask("callServerTool", params, {
      onprogress: () => {},
      resetTimeoutOnProgress: true,
      ...options,
    });
  }

  readServerResource(params: ReadResourceParams, options?: RequestOptions): Promise<ReadResourceResult> {
    return this.#ask("readServerResource", params, options);
  }

  listServerResources(params?: ListParams, options?: RequestOptions): Promise<ListResourcesResult> {
    return this.#ask("listServerResources", params, options);
  }

  /** Asks the host's model. */
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
      throw new Error("Host does not support sampling (required for sampling/createMessage)");
    }
    return this.#ask("createSamplingMessage", params, options);
  }

  /** Adds a message to the conversation. */
  sendMessage(
    params: ui.McpUiMessageRequest["params"],
    options?: RequestOptions,
  ): Promise<ui.McpUiMessageResult> {
    return this.#ask("sendMessage", params, options);
  }

  /** Replaces what the model knows about the View's state. */
  updateModelContext(
    params: ui.McpUiUpdateModelContextRequest["params"],
    options?: RequestOptions,
  ): Promise<EmptyResult> {
    return this.#ask("updateModelContext", params, options);
  }

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

  downloadFile(
    params: ui.McpUiDownloadFileRequest["params"],
    options?: RequestOptions,
  ): Promise<ui.McpUiDownloadFileResult> {
    return this.#ask("downloadFile", params, options);
  }

  /** Resolves with the mode that is set, which may be another than the one asked for. */
  requestDisplayMode(
    params: ui.McpUiRequestDisplayModeRequest["params"],
    options?: RequestOptions,
  ): Promise<ui.McpUiRequestDisplayModeResult> {
    return this.#ask("requestDisplayMode", params, options);
  }

  sendLog(params: LoggingMessageParams): Promise<void> {
    return this.notification({ method: "notifications/message", params });
  }

  /** Asks the host to end this View; if it agrees, `onteardown` is called. */
  requestTeardown(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "ui/notifications/request-teardown", params });
  }

  sendSizeChanged(params: ui.McpUiSizeChangedNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/size-changed", params });
  }

  /** Sends the size of the document now and whenever it changes; returns what stops it. */
  setupSizeChangedNotifications(): () => void {
    return observeDocumentSize((size) => this.sendSizeChanged(size).catch(this.#router.peer.report));
  }

  async #ask<Name extends keyof typeof asked>(
    name: Name,
    params: object | undefined,
    options: RequestOptions | undefined,
  ): Promise<ResultOf<(typeof asked)[Name]["method"]>> {
    this.#assertInitialized(name);
    return this.#router.send(asked[name], params, options);
  }

  #assertInitialized(name: string): void {
    if (this.#isInitialized) return;
    this.#complain(`App.${name}() was called before connect() had completed.`);
  }

  #assertToolCapability(method: string): void {
    if (this.#capabilities.tools || !method.startsWith("tools/")) return;
    throw new Error(
      `Client does not support tool capability (required for ${method}): pass { tools: {} } to new App()`,
    );
  }

  /** A host sends these right after the handshake, so that a handler set later may miss them. */
  #assertInTime(method: string): void {
    const isFirst = !this.#heard.has(method);
    this.#heard.add(method);
    if (this.#isInitialized && isFirst && method.startsWith("ui/notifications/tool-")) {
      this.#complain(`A handler for ${method} was set after connect() had completed.`);
    }
  }

  #complain(problem: string): void {
    if (this.#options.strict) throw new Error(problem);
    console.warn(`[@toolshed/apps] ${problem}`);
  }

  #toolsChanged(): void {
    if (!this.#isInitialized || !this.#capabilities.tools?.listChanged) return;
    const { tools } = this.#hostCapabilities ?? {};
    if (tools && !tools.listChanged) return;
    this.sendToolListChanged().catch(this.#router.peer.report);
  }

  #disconnected(): void {
    this.#isInitialized = false;
    this.#stopResizing?.();
    this.#stopResizing = undefined;
  }
}
