import { buildAllowAttribute } from "../bridge/allow-attribute.ts";
import type { AppBridge } from "../bridge/app-bridge.ts";
import type { McpClient } from "../bridge/mcp-client.ts";
import { EventDispatcher } from "../protocol/event-dispatcher.ts";
import type {
  CallToolParams,
  CallToolResult,
  Implementation,
  ReadResourceResult,
  Tool,
} from "../protocol/mcp-types.ts";
import type * as ui from "../protocol/ui-types.ts";
import { SdkError } from "../rpc/error.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import { createFrame } from "./create-frame.ts";
import { type CspViolation, isEvalProbe, toCspViolation } from "./csp-violation.ts";
import { createResizer, sizeFrame } from "./frame-size.ts";
import { FramedBridge } from "./framed-bridge.ts";
import { sha256 } from "./own-origin.ts";
import { MOST_REPORTS, toReportText } from "./sandbox-report.ts";
import { MOST_HANDSHAKES, SandboxTransport } from "./sandbox-transport.ts";
import { toSandboxUrl } from "./sandbox-url.ts";
import { ToolDelivery } from "./tool-delivery.ts";
import { buildViewCsp, type DroppedDomain } from "./view-csp.ts";
import { type PolicySwitch, toSwitches, type ViewPolicy } from "./view-policy.ts";
import { readViewResource, toViewResource, type ViewResource } from "./view-resource.ts";
import type { ViewStage, ViewStatus } from "./view-status.ts";

/** The View that a `policy` function decides about. */
export interface PolicyRequest {
  /** A hash of the View's HTML, metadata and `owner`. Use it as the key for what a person granted. */
  hash: string;
  /** The `_meta.ui` of the View's resource. */
  meta: ui.McpUiResourceMeta;
}

/** What `mountView` needs to show a View. `<AppFrame>` takes the same as props. */
export interface MountViewOptions {
  /** The element to put the View's frame in. Its other content stays. */
  container: HTMLElement;
  /** The URL of the sandbox page, which must be on a different site than the host. */
  sandboxUrl: string | URL;
  /** The View's HTML, with `meta` for its metadata. Or pass `resource`. */
  html?: string | undefined;
  /** The View's `_meta.ui`: for `html`, or as a default for what its resource leaves out. */
  meta?: ui.McpUiResourceMeta | undefined;
  /** The View as a resource: its URI, which is read with `client`, or the result of `resources/read`. */
  resource?: string | ReadResourceResult | undefined;
  /** The MCP client of the View's server. It answers the View's requests to the server. */
  client?: McpClient | null | undefined;
  /** The host's name and version, as the View sees them. */
  hostInfo?: Implementation | undefined;
  /** What the host supports, in addition to what follows from `client`. */
  hostCapabilities?: ui.McpUiHostCapabilities | undefined;
  /** The theme, locale, size and more. Change them with `bridge.setHostContext`. */
  hostContext?: ui.McpUiHostContext | undefined;
  /**
   * What the View may do beyond its metadata: a preset, switches such as `{ eval: true }`, or a function that decides
   * for this View, such as `createPolicyGrants().policy`. Default: `"strict"`.
   */
  policy?: ViewPolicy | ((view: PolicyRequest) => ViewPolicy | Promise<ViewPolicy>) | undefined;
  /**
   * Which of the browser features that the View declares it may use, such as `({ hash }) => ({ camera: {} })`. Default:
   * all of them.
   */
  permissions?:
    | ((view: PolicyRequest) => ui.McpUiResourcePermissions | Promise<ui.McpUiResourcePermissions>)
    | undefined;
  /** Identifies the View's server, for example by its URL. Views of different owners share neither storage nor grants. */
  owner?: string | undefined;
  /**
   * Whether to send style variables outside the specification. Default: false, because Views of ext-apps
   * don't connect to a host that sends any.
   */
  keepStyleVariables?: boolean | undefined;
  /** Returns the origin for a View with this `_meta.ui.domain`, if the host has one. */
  viewOrigin?: ((domain: string) => string | undefined) | undefined;
  /** Decides whether the View may read a resource of its server. Default: all of them. */
  canReadResource?: ((uri: string) => boolean | Promise<boolean>) | undefined;
  /** The frame's name for screen readers. Default: `"View"`. */
  title?: string | undefined;
  /** Milliseconds that the sandbox, and then the View, may take to answer. Default: 20,000. */
  timeoutMs?: number | undefined;
  /** Called with each stage that the View reaches or fails. The same as the event `status`. */
  onStatus?: ((status: ViewStatus) => void) | undefined;
}

/** The events of a mounted View, for `addEventListener`. */
export type ViewEventMap = {
  /** A stage was reached or failed. */
  status: ViewStatus;
  /** The View's own tools changed. */
  tools: readonly Tool[];
  /** The policy blocked something; `switch` names the switch that would allow it. */
  violation: CspViolation;
  /** A domain in the metadata is invalid and was dropped. */
  dropped: DroppedDomain;
  /** An uncaught error in the View. */
  error: {
    /** The error's message. */
    message: string;
  };
  /** The View sent more messages than can be relayed, or caused more than 100 violations and errors. Some were lost. */
  overflow: {
    /** How many were lost so far. */
    lost: number;
  };
};

const DEFAULT_TIMEOUT_MS = 20_000;
const TEARDOWN_TIMEOUT_MS = 3_000;
const MOST_CLUES = 5;
const RESTARTS = `The View connected more than ${MOST_HANDSHAKES} times within a minute, so it was disconnected: it keeps reloading.`;
const UNNAMED_HOST: Implementation = { name: "host", version: "0" };

/** One View on screen, from its resource to its teardown. */
export class View {
  /** The connection to the View: set handlers such as `bridge.onmessage` and `bridge.onopenlink` on it. */
  readonly bridge: AppBridge;
  /** The frame on the page. */
  readonly frame: HTMLIFrameElement;
  /** Resolves when the View is initialized; rejects if it can't be. What you send before then waits. */
  readonly ready: Promise<void>;
  private readonly options: MountViewOptions;
  private readonly mountedAt: number = performance.now();
  private readonly history: ViewStatus[] = [];
  private readonly events: EventDispatcher<ViewEventMap> = new EventDispatcher<ViewEventMap>((error) =>
    this.report(error),
  );
  private readonly capabilities: ui.McpUiHostCapabilities;
  private readonly delivery: ToolDelivery;
  private appTools: readonly Tool[] = [];
  private resource: ViewResource | undefined;
  private viewHash: string | undefined;
  /** Those of its metadata that it may use. */
  private permissions: ui.McpUiResourcePermissions | undefined;
  private hasInitialized = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ending: Promise<void> | undefined;
  /** The first errors the sandbox reported, which explain why a View does not connect. */
  private readonly clues: string[] = [];
  private reports = 0;
  private context: ui.McpUiHostContext;
  private becomeReady!: () => void;
  private giveUp!: (error: Error) => void;

  constructor(options: MountViewOptions) {
    const { client = null, container, hostInfo = UNNAMED_HOST, hostContext, canReadResource } = options;
    this.options = options;
    this.context = hostContext ?? {};
    const server = client?.getServerCapabilities();
    this.capabilities = {
      ...(server?.tools && { serverTools: { listChanged: Boolean(server.tools.listChanged) } }),
      ...(server?.resources && { serverResources: { listChanged: Boolean(server.resources.listChanged) } }),
      tools: { listChanged: true },
      ...options.hostCapabilities,
    };
    const bridge = new FramedBridge(client, hostInfo, this.capabilities, {
      ...(canReadResource && { canReadResource }),
    });
    bridge.keepsStyleVariables = options.keepStyleVariables ?? false;
    if (hostContext) bridge.setHostContext(hostContext);
    bridge.oncontext = (changes) => this.applyContext(changes);
    this.bridge = bridge;
    this.delivery = new ToolDelivery(this.bridge, (stage) => this.reached(stage));
    this.frame = createFrame(container.ownerDocument, options.title ?? "View");
    this.ready = new Promise((resolve, reject) => {
      this.becomeReady = resolve;
      this.giveUp = reject;
    });
    // A host that follows the status need not wait for it.
    this.ready.catch(() => {});
    if (options.onStatus) this.events.addEventListener("status", options.onStatus);
  }

  /** The stages so far, oldest first. */
  get status(): readonly ViewStatus[] {
    return this.history;
  }

  /** The View's own tools as they are now; empty if it has none. */
  get tools(): readonly Tool[] {
    return this.appTools;
  }

  /** The View's `_meta.ui`, once its resource is read. */
  get meta(): ui.McpUiResourceMeta | undefined {
    return this.resource?.meta;
  }

  /** The View's hash, the key for grants. Set before the View runs if a function decides about it or it has storage. */
  get hash(): string | undefined {
    return this.viewHash;
  }

  /** Listens to an event of the View, such as `violation` or `tools`. */
  addEventListener<Event extends keyof ViewEventMap>(
    event: Event,
    listener: (detail: ViewEventMap[Event]) => void,
  ): void {
    this.events.addEventListener(event, listener);
  }

  /** Stops listening to an event. */
  removeEventListener<Event extends keyof ViewEventMap>(
    event: Event,
    listener: (detail: ViewEventMap[Event]) => void,
  ): void {
    this.events.removeEventListener(event, listener);
  }

  /** Sends the arguments so far, while the model writes them. */
  sendToolInputPartial(params: { arguments?: Record<string, unknown> }): Promise<void> {
    return this.send(() => this.delivery.sendInputPartial(params.arguments ?? {}));
  }

  /** Sends the tool's complete arguments: once, and before the result. */
  sendToolInput(params: { arguments?: Record<string, unknown> }): Promise<void> {
    return this.send(() => this.delivery.sendInput(params.arguments ?? {}));
  }

  /** Sends the tool's result, once. If no input was sent, an empty one is sent first. */
  sendToolResult(result: CallToolResult): Promise<void> {
    return this.send(() => this.deliver({ result }));
  }

  /** Tells the View that the tool call was cancelled, in place of a result. */
  sendToolCancelled(params: { reason?: string } = {}): Promise<void> {
    return this.send(() => this.deliver({ cancelled: params }));
  }

  /** Calls one of the View's own tools. */
  async callTool(params: CallToolParams, options?: RequestOptions): Promise<CallToolResult> {
    if (this.ending) throw tornDown();
    if (!this.hasInitialized) await this.ready;
    return this.bridge.callTool(params, options);
  }

  /** Tells the View that it ends, waits briefly for its answer and removes it from the page. */
  teardown(): Promise<void> {
    this.ending ??= this.end();
    return this.ending;
  }

  start(): void {
    this.load().catch((error: unknown) =>
      this.fail(this.resource ? "sandbox" : "resource", messageOf(error)),
    );
  }

  private async load(): Promise<void> {
    const url = new URL(this.options.sandboxUrl, window.location.href);
    const transport = new SandboxTransport(this.frame, url.origin);
    transport.onrelease = () => this.delivery.repeat();
    transport.onrestarts = () => this.fail("initialize", RESTARTS);
    transport.onsandbox = (name, params) => this.hearSandbox(name, params);
    this.listen();
    // The transport queues messages from now on.
    await this.bridge.connect(transport);
    this.resource = await this.readResource();
    if (this.ending) return;
    this.reached("resource");
    const switches = await this.decidePolicy(this.resource);
    const page = await this.prepareSandbox(this.resource.meta, switches);
    if (!this.ending) this.embed(page);
  }

  private async decidePolicy({ html, meta }: ViewResource): Promise<PolicySwitch[]> {
    const { policy, permissions, owner = "" } = this.options;
    this.permissions = meta.permissions;
    const isDecided = typeof policy !== "function";
    if (isDecided && !permissions && !toSwitches(policy).includes("storage")) return toSwitches(policy);
    const hash = await sha256(JSON.stringify([owner, html, meta.csp, meta.permissions, meta.domain]));
    this.viewHash = hash;
    const granted = meta.permissions && (await permissions?.({ hash, meta }));
    if (granted) this.permissions = pick(meta.permissions ?? {}, granted);
    return toSwitches(isDecided ? policy : await policy({ hash, meta }));
  }

  private async readResource(): Promise<ViewResource> {
    const { html, meta = {}, resource, client } = this.options;
    if (html !== undefined) return { html, meta };
    if (typeof resource === "object") return toViewResource(resource, meta);
    if (resource === undefined) throw new Error("Neither html nor a resource was given");
    if (!client) throw new Error("A resource's URI was given, and no client to read it with");
    const read = await readViewResource(client, resource);
    return { ...read, meta: { ...meta, ...read.meta } };
  }

  private prepareSandbox(meta: ui.McpUiResourceMeta, switches: readonly PolicySwitch[]): Promise<URL> {
    const { csp, domain } = meta;
    const { permissions } = this;
    const { sandboxUrl, viewOrigin } = this.options;
    const { granted, dropped } = buildViewCsp(csp, switches);
    for (const it of dropped) this.events.dispatch("dropped", it);
    this.capabilities.sandbox ??= { ...(permissions && { permissions }), ...(granted && { csp: granted }) };
    return toSandboxUrl({
      sandboxUrl,
      hostOrigin: window.location.origin,
      csp: granted,
      switches,
      viewHash: this.viewHash,
      viewOrigin: domain === undefined ? undefined : viewOrigin?.(domain),
    });
  }

  private embed(url: URL): void {
    this.frame.allow = buildAllowAttribute(this.permissions);
    this.frame.src = url.href;
    this.applyContext({});
    this.options.container.append(this.frame);
    this.expect(
      "sandbox",
      `The sandbox at ${url.origin} did not answer: is it running, and is ${window.location.origin} one of its hosts?`,
    );
  }

  private applyContext(changes: ui.McpUiHostContext): void {
    this.context = { ...this.context, ...changes };
    // Browsers tell the View of it as prefers-color-scheme, which is all that many Views look at.
    this.frame.style.colorScheme = this.context.theme ?? "";
    sizeFrame(this.frame, this.context);
  }

  private hearSandbox(name: string, params: Record<string, unknown>): void {
    if (name === "proxy-ready") this.fillSandbox();
    else if (name === "overflow") this.events.dispatch("overflow", { lost: Number(params.lost) });
    else if (this.reports++ < MOST_REPORTS) this.hearReport(name, params);
    else if (this.reports === MOST_REPORTS + 1) this.events.dispatch("overflow", { lost: 1 });
  }

  private hearReport(name: string, params: Record<string, unknown>): void {
    if (name === "violation") {
      const violation = toCspViolation(params);
      if (isEvalProbe(violation)) return;
      this.keepClue(`${violation.directive} blocked ${violation.blockedUrl}.`);
      this.events.dispatch("violation", violation);
    } else if (name === "error") {
      const message = toReportText(params.message);
      this.keepClue(`${message}.`);
      this.events.dispatch("error", { message });
    }
  }

  private keepClue(clue: string): void {
    if (this.clues.length < MOST_CLUES) this.clues.push(clue);
  }

  /** Runs again when the frame is moved in the page, since that reloads it. */
  private fillSandbox(): void {
    if (!this.resource) return;
    const { html } = this.resource;
    this.reached("sandbox");
    this.expect("initialize", "The View did not connect: it sent no ui/initialize.");
    const { permissions } = this;
    this.bridge.sendSandboxResourceReady({ html, ...(permissions && { permissions }) }).catch(this.report);
  }

  private listen(): void {
    const { bridge } = this;
    bridge.addEventListener("initialized", () => this.initialized());
    bridge.addEventListener(
      "sizechange",
      createResizer((size) => sizeFrame(this.frame, this.context, size)),
    );
    bridge.addEventListener("toollistchanged", ({ tools }) => this.setTools(tools));
  }

  /** Runs again when the View reloads, and its tools may have changed. */
  private initialized(): void {
    clearTimeout(this.timer);
    if (!this.hasInitialized) this.reached("initialize");
    this.hasInitialized = true;
    this.becomeReady();
    if (!this.bridge.getAppCapabilities()?.tools) this.setTools([]);
    else this.bridge.listTools().then(({ tools }) => this.setTools(tools), this.report);
  }

  /** For errors that nobody waits for. */
  private readonly report = (error: unknown): void => {
    this.bridge.onerror?.(error instanceof Error ? error : new Error(String(error)));
  };

  private setTools(tools: readonly Tool[]): void {
    const listed = toJson(tools);
    if (listed === undefined) this.report(new Error("The View's list of tools is not JSON"));
    if (this.ending || listed === undefined || listed === JSON.stringify(this.appTools)) return;
    this.appTools = tools;
    this.events.dispatch("tools", tools);
  }

  private send(action: () => Promise<void>): Promise<void> {
    if (this.ending) return Promise.reject(tornDown());
    const sending = action();
    // A View may go before it gets what waits for it, and a host need not wait to see that.
    sending.catch(() => {});
    return sending;
  }

  private async deliver(outcome: Parameters<ToolDelivery["sendOutcome"]>[0]): Promise<void> {
    await this.delivery.sendOutcome(outcome);
    // A View that answers now has taken the result and stands.
    this.bridge.request({ method: "ping" }).then(
      () => this.reached("ready"),
      (error: unknown) => {
        if (!this.ending) this.fail("ready", `The View does not answer: ${messageOf(error)}`);
      },
    );
  }

  private reached(stage: ViewStage): void {
    this.record({ stage, atMs: this.elapsedMs() });
  }

  private fail(stage: ViewStage, problem: string): void {
    if (this.ending) return;
    this.record({ stage, atMs: this.elapsedMs(), problem });
    this.giveUp(new Error(problem));
  }

  private record(status: ViewStatus): void {
    this.history.push(status);
    this.events.dispatch("status", status);
  }

  private elapsedMs(): number {
    return performance.now() - this.mountedAt;
  }

  private expect(stage: ViewStage, problem: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.fail(stage, [problem, ...this.clues].join(" ")),
      this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    );
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer);
    this.giveUp(tornDown());
    try {
      const canAnswer = this.hasInitialized && this.frame.isConnected;
      if (canAnswer) await this.bridge.teardownResource({}, { timeout: TEARDOWN_TIMEOUT_MS });
    } catch {
      // A View that does not support teardown, or hangs, is removed anyway.
    }
    await this.bridge.close();
    this.frame.remove();
    this.appTools = [];
  }
}

/** What is declared and granted. */
function pick<Declared extends object>(declared: Declared, granted: Declared): Declared {
  const both = Object.entries(declared).filter(([name]) => granted[name as keyof Declared]);
  return Object.fromEntries(both) as Declared;
}

function tornDown(): SdkError {
  return new SdkError("CONNECTION_CLOSED", "The View has been torn down");
}

/** Undefined for what a View may send in messages and JSON cannot express, such as cycles and big integers. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
