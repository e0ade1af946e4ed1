import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "../protocol/constants.ts";
import { defineMembers } from "../protocol/define-members.ts";
import type { RequestHandlerExtra } from "../protocol/handler-types.ts";
import type {
  CallToolParams,
  CallToolResult,
  Implementation,
  Json,
  ListParams,
  ListToolsResult,
} from "../protocol/mcp-types.ts";
import type { EventMapOf, Members } from "../protocol/members.ts";
import * as methods from "../protocol/methods.ts";
import { type Holder, Router } from "../protocol/router.ts";
import type * as ui from "../protocol/ui-types.ts";
import { ProtocolError, REFUSED, SdkError } from "../rpc/error.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import type { Transport } from "../rpc/transport.ts";
import { bridgeSide, toolsReread } from "./bridge-side.ts";
import { listAllTools } from "./list-all-tools.ts";
import type { McpClient } from "./mcp-client.ts";
import { ProxiedServer } from "./proxied-server.ts";
import { listenToServer } from "./server-notifications.ts";
import { isToolVisibleTo } from "./tool-ui.ts";

export type AppBridgeEventMap = EventMapOf<typeof bridgeSide>;

export interface HostOptions {
  /** The host context that the View receives when it connects. */
  hostContext?: ui.McpUiHostContext;
  /** Decides whether the View may read a resource of the server; without it, all may be read. */
  canReadResource?: (uri: string) => boolean | Promise<boolean>;
  /** Accepted for compatibility. */
  enforceStrictCapabilities?: boolean;
  /** Accepted for compatibility. */
  debouncedNotificationMethods?: string[];
}

export interface AppBridge extends Members<typeof bridgeSide> {}

/**
 * The host's side of MCP Apps: one bridge for each View. With an MCP client the View's requests for tools, resources
 * and prompts go to its server, unless a handler is set for them; without one the host's handlers are all there is.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: defineMembers() makes these members from the table
export class AppBridge implements Holder {
  onclose: Holder["onclose"];
  onerror: Holder["onerror"];
  fallbackRequestHandler: Holder["fallbackRequestHandler"];
  fallbackNotificationHandler: Holder["fallbackNotificationHandler"];
  /** Called for each ping of the View; it is answered in any case. */
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
  #isInitialized = false;
  /** The server's lists that changed since the View was last notified. */
  readonly #changedLists = new Set<string>();
  #hasWarned = false;
  #stopListening: (() => void)[] = [];
  readonly #router = new Router(bridgeSide, this, {
    beforeRequest: (method) => this.#warnIfEarly(method),
    closed: () => this.#disconnected(),
  });

  static {
    defineMembers(AppBridge.prototype, bridgeSide, (bridge) => bridge.#router);
  }

  constructor(
    client: McpClient | null,
    hostInfo: Implementation,
    hostCapabilities: ui.McpUiHostCapabilities = {},
    options: HostOptions = {},
  ) {
    this.#server = client ? new ProxiedServer(client) : undefined;
    this.#hostInfo = hostInfo;
    this.#hostCapabilities = hostCapabilities;
    this.#options = options;
    this.#hostContext = options.hostContext ?? {};
    const router = this.#router;
    router.serve(methods.initialize, (params) => this.#initialize(params));
    router.prepare(methods.initialized, () => {
      this.#isInitialized = true;
      this.#announceContext();
      this.#announceLists();
    });
    router.serve(methods.ping, (params, extra) => {
      this.onping?.(params, extra);
      return {};
    });
    router.serve(
      methods.requestDisplayMode,
      (params, extra, handler): Json =>
        handler ? handler(params, extra) : { mode: this.#hostContext.displayMode ?? "inline" },
    );
    router.prepare(methods.toolListChanged, () => this.#rereadTools());
    this.#proxy("tools", methods.callTool, ({ name }) => this.#assertToolIsForApps(name));
    this.#proxy("resources", methods.readResource, ({ uri }) => this.#assertReadable(uri));
    this.#proxy("resources", methods.listResources);
    this.#proxy("resources", methods.listResourceTemplates);
    this.#proxy("prompts", methods.listPrompts);
  }

  async connect(transport: Transport): Promise<void> {
    if (this.transport)
      throw new Error("AppBridge is already connected. Call close() before connecting again.");
    if (this.#server) this.#listenTo(this.#server);
    try {
      await this.#router.peer.connect(transport);
    } catch (error) {
      this.#disconnected();
      throw error;
    }
  }

  get transport(): Transport | undefined {
    return this.#router.peer.transport;
  }

  getAppCapabilities(): ui.McpUiAppCapabilities | undefined {
    return this.#appCapabilities;
  }

  getAppVersion(): Implementation | undefined {
    return this.#appInfo;
  }

  getCapabilities(): ui.McpUiHostCapabilities {
    return this.#hostCapabilities;
  }

  /** Merges changes into the host's context and tells the View what is new to it, as soon as it is ready. */
  setHostContext(changes: ui.McpUiHostContext): void {
    this.#hostContext = { ...this.#hostContext, ...changes };
    this.#announceContext();
  }

  /** Sends changes of the context as they are; `setHostContext` sends only what differs. */
  sendHostContextChange(changes: ui.McpUiHostContext): Promise<void> {
    this.#hostContext = { ...this.#hostContext, ...changes };
    this.#knownContext = { ...this.#knownContext, ...changes };
    return this.notification({ method: "ui/notifications/host-context-changed", params: changes });
  }

  sendToolInput(params: ui.McpUiToolInputNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-input", params });
  }

  sendToolInputPartial(params: ui.McpUiToolInputPartialNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-input-partial", params });
  }

  sendToolResult(params: ui.McpUiToolResultNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-result", params });
  }

  sendToolCancelled(params: ui.McpUiToolCancelledNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/tool-cancelled", params });
  }

  /** Gives the sandbox proxy the HTML of the View. */
  sendSandboxResourceReady(params: ui.McpUiSandboxResourceReadyNotification["params"]): Promise<void> {
    return this.notification({ method: "ui/notifications/sandbox-resource-ready", params });
  }

  sendToolListChanged(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "notifications/tools/list_changed", params });
  }

  sendResourceListChanged(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "notifications/resources/list_changed", params });
  }

  sendPromptListChanged(params: Record<string, unknown> = {}): Promise<void> {
    return this.notification({ method: "notifications/prompts/list_changed", params });
  }

  /** Lets the View end in good order; remove its iframe once this has settled. */
  teardownResource(params: object = {}, options?: RequestOptions): Promise<ui.McpUiResourceTeardownResult> {
    return this.#router.send(methods.resourceTeardown, params, options);
  }

  /** @deprecated Use `teardownResource`. */
  get sendResourceTeardown(): AppBridge["teardownResource"] {
    return this.teardownResource;
  }

  /** Calls a tool of the View. */
  async callTool(params: CallToolParams, options?: RequestOptions): Promise<CallToolResult> {
    this.#assertAppHasTools();
    return this.#router.send(methods.callTool, params, options);
  }

  /** The tools of the View: all of them, or the one page that a cursor names. */
  async listTools(params: ListParams = {}, options?: RequestOptions): Promise<ListToolsResult> {
    this.#assertAppHasTools();
    const readPage = (page: ListParams) =>
      this.#router.send(methods.listTools, { ...params, ...page }, options);
    return params.cursor === undefined ? { tools: await listAllTools(readPage) } : readPage({});
  }

  #initialize(params: ui.McpUiInitializeRequest["params"]): ui.McpUiInitializeResult {
    const { appInfo, appCapabilities, protocolVersion } = params;
    this.#appInfo = appInfo;
    this.#appCapabilities = appCapabilities;
    // A reloaded View starts over.
    this.#isInitialized = false;
    this.#knownContext = this.#hostContext;
    return {
      protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)
        ? protocolVersion
        : LATEST_PROTOCOL_VERSION,
      hostInfo: this.#hostInfo,
      hostCapabilities: this.#hostCapabilities,
      hostContext: this.#hostContext,
    };
  }

  #rereadTools(): void {
    if (!this.#appCapabilities?.tools) return;
    const dispatch = (listed: ListToolsResult) => this.#router.events.dispatch(toolsReread.method, listed);
    this.listTools().then(dispatch, this.#router.peer.report);
  }

  #announceLists(): void {
    if (!this.#isInitialized) return;
    for (const method of this.#changedLists) {
      this.notification({ method, params: {} }).catch(this.#router.peer.report);
    }
    this.#changedLists.clear();
  }

  #announceContext(): void {
    if (!this.#isInitialized) return;
    const news = Object.entries(this.#hostContext).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(this.#knownContext[key]),
    );
    if (news.length === 0) return;
    this.sendHostContextChange(Object.fromEntries(news)).catch(this.#router.peer.report);
  }

  /** Has the server answer a request that the host sets no handler for; `assertAllowed` guards either. */
  #proxy<Params>(
    capability: "tools" | "resources" | "prompts",
    row: methods.RequestRow<string, Params>,
    assertAllowed?: (params: Params) => Promise<void>,
  ): void {
    this.#router.serve(row, async (params, extra, handler, fallback): Promise<Json> => {
      await assertAllowed?.(params);
      if (handler) return handler(params, extra);
      return this.#server?.can(capability)
        ? this.#server.forward(row, params, extra)
        : fallback(params, extra);
    });
  }

  async #assertToolIsForApps(name: string): Promise<void> {
    const tool = this.#server?.can("tools") ? await this.#server.findTool(name) : undefined;
    if (tool && !isToolVisibleTo("app", tool)) {
      throw new ProtocolError(REFUSED, `Tool ${name} is not visible to apps`);
    }
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

  #warnIfEarly(method: string): void {
    if (this.#isInitialized || this.#hasWarned || method === "ui/initialize" || method === "ping") return;
    this.#hasWarned = true;
    console.warn(`[@toolshed/apps] The View sent ${method} before ${methods.initialized.method}.`);
  }

  #disconnected(): void {
    this.#isInitialized = false;
    for (const stop of this.#stopListening.splice(0)) stop();
  }
}
