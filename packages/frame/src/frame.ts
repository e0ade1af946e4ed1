import {
  App,
  applyDocumentTheme,
  applyHostStyleVariables,
  type McpUiHostContext,
  type McpUiResourceCsp,
} from "@toolshed/apps";
import type { CallToolResult } from "@toolshed/apps/app-bridge";
import { isObject } from "@toolshed/apps/rpc";
import { Approvals } from "./approvals.ts";
import { EXPIRED, explainOpenError } from "./explain.ts";
import { Gateway, type OpenedView } from "./gateway.ts";
import { hasFixedHeight, innerHeightOf } from "./inner-host.ts";
import { LiveView } from "./live-view.ts";
import { Notices } from "./notices.ts";
import { pinAdvice } from "./remedies.ts";
import { ResultStage } from "./result-stage.ts";
import { type Outcome, Showing } from "./showing.ts";
import { type Action, Strip } from "./strip.ts";

/** Where the gateway puts what belongs to the frame in the result of `show_tool`. */
const META_KEY = "toolshed/view";
const HANDSHAKE_MS = 15_000;
const TOOLS_CHANGED_MS = 100;
const RESIZE_MS = 16;
const LONGEST_TITLE = 100;
const LONGEST_REASON = 200;
const LIST_CHANGES = ["tools", "resources", "prompts"].map((list) => `notifications/${list}/list_changed`);

type Arguments = Record<string, unknown>;
type Size = { width?: number; height?: number };

/** The View that shows other tools' Views: an App for the host, and a host for the inner View. */
export class Frame {
  private readonly app: App;
  private readonly strip: Strip;
  private readonly stage: HTMLElement;
  private readonly approvals: Approvals;
  private readonly results: ResultStage;
  /** The domains that the gateway declared for the frame itself. */
  private readonly declared: McpUiResourceCsp | undefined;
  private input: Arguments | undefined;
  private outcome: Outcome | undefined;
  private handle: string | undefined;
  /** Whether the tool has a View, so that the handle opens it. */
  private hasView = true;
  private path = "";
  private title = "the tool";
  private showing: Showing | undefined;
  private live: LiveView | undefined;
  private asked: Size = {};
  private sentSize = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sizeTimer: ReturnType<typeof setTimeout> | undefined;
  private toolsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(version: string) {
    this.app = new App(
      { name: "toolshed", version },
      { tools: { listChanged: true }, availableDisplayModes: ["inline", "fullscreen", "pip"] },
      { autoResize: false },
    );
    this.strip = new Strip(find("strip"));
    this.stage = find("stage");
    this.approvals = new Approvals(this.app, this.strip);
    this.results = new ResultStage(this.app, this.stage, () => this.layOut());
    this.declared = JSON.parse(find("declared").textContent ?? "null") ?? undefined;
  }

  async start(): Promise<void> {
    const { app, strip } = this;
    strip.show("loading", "Connecting to the host…");
    strip.onresize = () => this.layOut();
    window.addEventListener("resize", () => this.layOut());
    // The browser reports here when the inner View tries to leave its page.
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      if (effectiveDirective === "frame-src") this.left();
    });
    this.listen();
    try {
      await app.connect();
    } catch (error) {
      strip.show("failed", `No host answered: ${error instanceof Error ? error.message : error}`);
      return;
    }
    this.contextChanged();
    if (!this.outcome) this.wait();
  }

  private listen(): void {
    const { app } = this;
    app.onerror = () => {};
    app.ontoolinputpartial = ({ arguments: args }) => {
      this.setPath(args);
      this.showing?.deliverPartial(innerArguments(args));
    };
    app.ontoolinput = ({ arguments: args }) => {
      this.setPath(args);
      this.input = innerArguments(args);
      this.showing?.deliver(this.input, undefined);
    };
    app.ontoolresult = (result) => this.setResult(result);
    app.ontoolcancelled = (params) => this.setCancelled(params);
    app.onhostcontextchanged = () => this.contextChanged();
    app.onteardown = () => this.tearDown();
    app.onlisttools = () => this.showing?.listTools() ?? { tools: [] };
    app.oncalltool = (params, extra) => {
      if (!this.showing) throw new Error(`Tool ${params.name} not found: no View is open`);
      return this.showing.callTool(params, extra);
    };
    for (const method of LIST_CHANGES) {
      app.setNotificationHandler(method, () => this.showing?.notify(method));
    }
  }

  private setPath({ path }: Arguments): void {
    if (typeof path === "string") {
      this.path = path;
      this.setTitle(path);
    }
    if (!this.outcome) this.wait();
  }

  private setTitle(title: string): void {
    this.title = title.slice(0, LONGEST_TITLE);
    find("title").textContent = this.title;
  }

  private wait(): void {
    this.strip.show("waiting", `Waiting for ${this.title}…`);
  }

  private setResult({ _meta, ...result }: CallToolResult): void {
    const { [META_KEY]: own, ...meta } = _meta ?? {};
    const inner: CallToolResult = Object.keys(meta).length > 0 ? { ...result, _meta: meta } : result;
    this.outcome = { result: inner };
    if (!isObject(own)) {
      this.showPlainly(inner);
      this.strip.show(
        "failed",
        `You only see the result: this host removed the data that opens the View (the result's _meta). To use the View, open the tool in the Toolshed dashboard, or ${pinAdvice(this.path)}.`,
      );
      return;
    }
    if (typeof own.title === "string") this.setTitle(own.title);
    if (own.path === "run") this.path = "run";
    const handle = typeof own.handle === "string" ? own.handle : undefined;
    if (handle && Array.isArray(own.approvals)) {
      this.ask(handle, own.approvals.map(String)).catch(() => {});
      return;
    }
    const isOpen = this.showing && handle === this.handle;
    this.handle = handle;
    this.hasView = handle !== undefined && own.hasView !== false;
    if (isOpen) {
      this.showing?.deliver(this.input ?? {}, this.outcome);
      this.noteFailure();
    } else if (this.hasView) this.open().catch(() => {});
    else this.showPlainly(inner);
  }

  /** The way to the gateway for a showing. */
  private reach(handle: string): Gateway {
    const gateway = new Gateway(this.app, handle);
    gateway.onexpired = () => {
      // Without a View, the strip says so already.
      if (this.showing) this.strip.note("expired", EXPIRED);
    };
    gateway.onapproval = (id, signal) => this.approvals.decide(gateway, id, signal);
    return gateway;
  }

  /** The call has not been made: it waits for the person. */
  private async ask(handle: string, ids: string[]): Promise<void> {
    this.drop();
    this.handle = handle;
    this.stage.replaceChildren();
    this.strip.show("ready", "");
    const gateway = this.reach(handle);
    try {
      const decided = await Promise.all(ids.map((id) => this.approvals.decide(gateway, id)));
      if (decided.includes("gone")) return;
      if (this.path !== "run") await this.proceed(gateway, ids[0]);
      else await this.resume();
    } catch (error) {
      this.fail(explainOpenError(error).text, false);
    }
  }

  /** Makes the call that was decided about, and tells the model what came of it. */
  private async proceed(gateway: Gateway, id: string | undefined): Promise<void> {
    this.wait();
    const result = (await gateway.request(
      "approval/proceed",
      { id },
      { timeout: Infinity },
    )) as CallToolResult;
    if (result._meta) this.setResult(result);
    // The call was not made, and this says why.
    else this.strip.show("ended", firstLine(result));
    const { content, structuredContent } = result;
    if (!this.app.getHostCapabilities()?.updateModelContext) return;
    await this.app
      .updateModelContext({ content, ...(structuredContent && { structuredContent }) })
      .catch(() => {});
  }

  /** The model continues its script. */
  private async resume(): Promise<void> {
    const done = "You have decided. The script continues with the assistant's next step.";
    this.strip.show("ended", done);
    if (!this.app.getHostCapabilities()?.message) return;
    const text = "I have decided about the calls that the script waits for. Call resume to continue it.";
    await this.app.sendMessage({ role: "user", content: [{ type: "text", text }] }).catch(() => {});
  }

  private setCancelled(cancelled: { reason?: string }): void {
    this.outcome = { cancelled };
    this.showing?.deliver(this.input ?? {}, this.outcome);
    const reason = cancelled.reason ? `: ${cancelled.reason.slice(0, LONGEST_REASON)}` : ".";
    this.strip.show("ended", `${this.title} was cancelled${reason}`);
  }

  private showPlainly(result: CallToolResult): void {
    this.drop();
    const { handle, input: args = {}, hasView } = this;
    const gateway = handle ? this.reach(handle) : undefined;
    this.results.show({ result, args, gateway, isPlain: !hasView });
    this.strip.show("ready", "");
  }

  private async open(): Promise<void> {
    this.drop();
    const { handle = "", app, strip } = this;
    strip.show("loading", `Opening ${this.title}…`);
    const gateway = this.reach(handle);
    let view: OpenedView;
    try {
      view = await gateway.open();
    } catch (error) {
      const { text, canRetry } = explainOpenError(error);
      this.fail(text, canRetry);
      return;
    }
    // Another result may have arrived.
    if (this.handle !== handle || this.showing) return;
    const showing = new Showing(app, gateway, view, this.title);
    const notices = new Notices(app, strip, showing, this.path);
    this.showing = showing;
    showing.listen({
      initialized: () => this.initialized(showing),
      size: (size) => this.resize(size),
      tools: () => this.toolsChanged(),
      report: (report) => notices.hear(report),
      loss: (loss) => notices.lose(loss),
      left: () => this.left(),
    });
    notices.warn(this.declared);
    this.noteFailure();
    confineNavigation(showing.csp.granted?.frameDomains ?? []);
    await showing.start(this.stage);
    this.live = new LiveView(showing, gateway, app.getHostCapabilities() ?? {});
    this.layOut();
    this.timer = setTimeout(() => this.late(), HANDSHAKE_MS);
  }

  /** Says above the View that the call failed: many Views show only what they expect. */
  private noteFailure(): void {
    const { strip, outcome } = this;
    const result = outcome && "result" in outcome ? outcome.result : undefined;
    strip.removeNote("call");
    if (result?.isError) strip.note("call", `The call failed: ${firstLine(result)}`);
  }

  /** Removes the View that is shown, if any. */
  private drop(): void {
    clearTimeout(this.timer);
    const { showing } = this;
    this.results.clear();
    this.showing = undefined;
    this.asked = {};
    this.approvals.clear();
    this.strip.clearNotes();
    if (!showing) return;
    this.live?.close().catch(() => {});
    showing.stop().catch(() => {});
    this.toolsChanged();
  }

  private initialized(showing: Showing): void {
    clearTimeout(this.timer);
    this.strip.show("ready", "");
    showing.deliver(this.input ?? {}, this.outcome);
    this.toolsChanged();
  }

  private late(): void {
    const actions = [this.retry()];
    const { outcome } = this;
    if (outcome && "result" in outcome) {
      actions.push({ label: "Show the result instead", run: () => this.showPlainly(outcome.result) });
    }
    this.strip.show("failed", `The View of ${this.title} didn't connect within 15 seconds.`, actions);
  }

  private left(): void {
    if (!this.showing) return;
    this.drop();
    this.fail(`The View of ${this.title} tried to leave its page and was stopped.`, true);
  }

  /** There is no View to see, so the result is shown. */
  private fail(text: string, canRetry: boolean): void {
    if (this.outcome && "result" in this.outcome) this.showPlainly(this.outcome.result);
    this.strip.show("failed", text, canRetry ? [this.retry()] : []);
  }

  private retry(): Action {
    return {
      label: "Try again",
      run: () => {
        this.open().catch(() => {});
      },
    };
  }

  private contextChanged(): void {
    const { theme, styles } = this.app.getHostContext() ?? {};
    if (theme) applyDocumentTheme(theme);
    applyHostStyleVariables(styles?.variables);
    this.layOut();
  }

  private resize({ width, height }: Size): void {
    this.asked = { ...(isSize(width) && { width }), ...(isSize(height) && { height: Math.ceil(height) }) };
    // Not by requestAnimationFrame, which rests while the frame has no height.
    this.sizeTimer ??= setTimeout(() => {
      this.sizeTimer = undefined;
      this.layOut();
    }, RESIZE_MS);
  }

  /**
   * Fits the inner View below the strip, and tells the host the height of both. A host that gave the frame a height learns
   * only what its content asks for: some follow it nevertheless, down to the strip that is shown while the View loads.
   */
  private layOut(): void {
    const context: McpUiHostContext = this.app.getHostContext() ?? {};
    const { strip, showing, stage, asked } = this;
    const stripHeight = strip.height;
    const isFixed = hasFixedHeight(context);
    let { height } = stage.getBoundingClientRect();
    if (showing) {
      const innerHeight = innerHeightOf(context, asked.height, stripHeight, window.innerHeight);
      showing.element.style.height = `${innerHeight}px`;
      showing.setContext(context, stripHeight);
      height = isFixed ? (asked.height ?? 0) : innerHeight;
    }
    if (isFixed && height === 0) return;
    const size = { width: asked.width ?? window.innerWidth, height: Math.ceil(stripHeight + height) };
    const isNews = JSON.stringify(size) !== this.sentSize;
    if (!isNews || !this.app.getHostCapabilities()) return;
    this.sentSize = JSON.stringify(size);
    this.app.sendSizeChanged(size).catch(() => {});
  }

  private toolsChanged(): void {
    this.toolsTimer ??= setTimeout(() => {
      this.toolsTimer = undefined;
      this.app.sendToolListChanged().catch(() => {});
    }, TOOLS_CHANGED_MS);
  }

  private async tearDown(): Promise<Record<string, unknown>> {
    this.handle = undefined;
    await Promise.all([this.live?.close(), this.showing?.end()]);
    this.drop();
    this.strip.show("ended", "This View has ended.");
    return {};
  }
}

function innerArguments({ arguments: args }: Arguments): Arguments {
  return isObject(args) ? args : {};
}

function firstLine({ content }: CallToolResult): string {
  const text = content.find((block) => block.type === "text")?.text ?? "";
  const [line = ""] = text
    .replace(/^Error: /, "")
    .trim()
    .split("\n");
  return line.slice(0, LONGEST_REASON) || "it gave no reason.";
}

/** The inner View may show frames of its own domains, and may navigate to no other page. */
function confineNavigation(frameDomains: readonly string[]): void {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `frame-src ${frameDomains.join(" ") || "'none'"}`;
  if (!document.head.querySelector(`meta[content="${policy.content}"]`)) document.head.append(policy);
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 100_000;
}

function find(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}
