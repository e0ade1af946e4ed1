import type { App, McpUiHostContext } from "@toolshed/apps";
import {
  AppBridge,
  buildAllowAttribute,
  type CallToolResult,
  type ListToolsResult,
  type RequestHandlerExtra,
  type ToolCallParams,
} from "@toolshed/apps/app-bridge";
import { buildViewCsp } from "@toolshed/apps/host";
import { APP_TOOL_LIMITS } from "@toolshed/apps/live";
import type { Gateway, OpenedView } from "./gateway.ts";
import { grantedPermissions, toInnerCapabilities, toInnerContext } from "./inner-host.ts";
import { type InnerReport, toInnerPage } from "./inner-page.ts";
import { InnerTransport, type Loss } from "./inner-transport.ts";
import { messageSize } from "./message-size.ts";
import { passOn, relayRequests } from "./relay.ts";

const LARGEST_LOG = 100_000;
const TEARDOWN_TIMEOUT_MS = 3_000;
const PING_TIMEOUT_MS = 5_000;
const MOST_STARTS = 20;

type Size = { width?: number; height?: number };
export type Outcome = { result: CallToolResult } | { cancelled: { reason?: string } };

/** What the frame learns about an inner View. */
export interface ShowingEvents {
  initialized(): void;
  size(size: Size): void;
  tools(): void;
  report(report: InnerReport): void;
  loss(loss: Loss): void;
  /** The View's document is gone: it navigated away or keeps reloading. */
  left(): void;
}

/** One View inside the frame, from its HTML to its teardown. */
export class Showing {
  readonly view: OpenedView;
  readonly element: HTMLIFrameElement;
  readonly csp: ReturnType<typeof buildViewCsp>;
  private readonly app: App;
  readonly bridge: AppBridge;
  private readonly transport: InnerTransport;
  private hasInitialized = false;
  private starts = 0;
  private loads = 0;
  private deliveries = 0;

  constructor(app: App, gateway: Gateway, view: OpenedView, title: string) {
    this.app = app;
    this.view = view;
    this.csp = buildViewCsp(view.csp);
    const host = app.getHostCapabilities() ?? {};
    const permissions = grantedPermissions(view.permissions, host);
    // crypto.randomUUID is missing in pages that were not loaded over HTTPS.
    const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    this.element = createInnerFrame(title, toInnerPage(view.html, this.csp.header, key));
    this.element.allow = buildAllowAttribute(permissions);
    this.element.classList.toggle("bordered", view.prefersBorder === true);
    this.transport = new InnerTransport(this.element, key);
    const capabilities = toInnerCapabilities(host, this.csp.granted, permissions);
    this.bridge = new AppBridge(null, app.getHostVersion() ?? { name: "host", version: "0" }, capabilities);
    this.bridge.onerror = () => {};
    relayRequests(this.bridge, app, gateway);
  }

  /** Call it before `start`. */
  listen(events: ShowingEvents): void {
    const { app, bridge, transport } = this;
    this.element.addEventListener("load", () => this.checkIsPresent(events.left));
    transport.onreport = (report) => {
      if (report.kind !== "started") events.report(report);
      else if (++this.starts > MOST_STARTS) events.left();
    };
    transport.onloss = events.loss;
    bridge.oninitialized = () => {
      this.hasInitialized = true;
      events.initialized();
    };
    bridge.onsizechange = events.size;
    bridge.ontoollistchanged = events.tools;
    bridge.onrequestteardown = () => {
      app.requestTeardown().catch(ignore);
    };
    // A listener and not onloggingmessage, which would declare that the host has a log.
    bridge.addEventListener("loggingmessage", (params) => {
      if (messageSize(params, LARGEST_LOG) > LARGEST_LOG) events.loss("size");
      else app.sendLog(params).catch(ignore);
    });
  }

  async start(stage: HTMLElement): Promise<void> {
    await this.bridge.connect(this.transport);
    stage.replaceChildren(this.element);
  }

  setContext(context: McpUiHostContext, stripHeight: number): void {
    // Browsers pass it on as prefers-color-scheme, which is all that many Views look at.
    this.element.style.colorScheme = context.theme ?? "";
    this.bridge.setHostContext(toInnerContext(context, this.view.tool, stripHeight));
  }

  /** Sends what the tool was given and what came of it. A View that reloads gets both again. */
  deliver(args: Record<string, unknown>, outcome: Outcome | undefined): void {
    if (!this.hasInitialized || this.deliveries++ > MOST_STARTS) return;
    const { bridge } = this;
    const sent = [bridge.sendToolInput({ arguments: args })];
    if (outcome) {
      sent.push(
        "result" in outcome
          ? bridge.sendToolResult(outcome.result)
          : bridge.sendToolCancelled(outcome.cancelled),
      );
    }
    Promise.all(sent).catch(ignore);
  }

  deliverPartial(args: Record<string, unknown>): void {
    if (this.hasInitialized) this.bridge.sendToolInputPartial({ arguments: args }).catch(ignore);
  }

  /** Passes on a notification of the host about the lists of its server. */
  notify(method: string): void {
    if (this.hasInitialized) this.bridge.notification({ method, params: {} }).catch(ignore);
  }

  async listTools(): Promise<ListToolsResult> {
    if (!this.hasInitialized || !this.bridge.getAppCapabilities()?.tools) return { tools: [] };
    const { tools } = await this.bridge.listTools({}, { timeout: APP_TOOL_LIMITS.timeoutMs });
    assertSmall(tools);
    return { tools: tools.slice(0, APP_TOOL_LIMITS.tools) };
  }

  async callTool(params: ToolCallParams, extra: RequestHandlerExtra): Promise<CallToolResult> {
    const result = await this.bridge.callTool(params, {
      ...passOn(extra, extra._meta?.progressToken),
      timeout: APP_TOOL_LIMITS.timeoutMs,
    });
    assertSmall(result);
    return result;
  }

  /** Tells the View that it ends, waits briefly for its answer and removes it. */
  async end(): Promise<void> {
    try {
      if (this.hasInitialized) await this.bridge.teardownResource({}, { timeout: TEARDOWN_TIMEOUT_MS });
    } catch {
      // A View that hangs is removed anyway.
    }
    await this.stop();
  }

  /** Removes the View without asking it. */
  async stop(): Promise<void> {
    this.hasInitialized = false;
    this.element.remove();
    await this.bridge.close();
  }

  /** A document of the View has loaded. A View that reloaded answers; one that navigated away doesn't. */
  private checkIsPresent(left: () => void): void {
    this.loads++;
    if (this.loads === 1) return;
    this.bridge.request({ method: "ping" }, { timeout: PING_TIMEOUT_MS }).catch(() => {
      if (this.element.isConnected) left();
    });
  }
}

function createInnerFrame(title: string, page: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  // Never with allow-same-origin: the View would share the frame's origin, and its messages to the host.
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.srcdoc = page;
  return frame;
}

function assertSmall(answer: unknown): void {
  const limit = APP_TOOL_LIMITS.answerSize;
  if (messageSize(answer, limit) > limit) {
    throw new Error("The View's answer is larger than 2 MB.");
  }
}

function ignore(): void {}
