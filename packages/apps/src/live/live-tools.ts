import type { AppBridge } from "../bridge/app-bridge.ts";
import type { CallToolResult, Tool } from "../protocol/mcp-types.ts";
import { METHOD_NOT_FOUND, ProtocolError, REFUSED, toWireError } from "../rpc/error.ts";
import type { AskGateway } from "./ask-gateway.ts";
import { APP_TOOL_LIMITS } from "./limits.ts";
import { readEvents } from "./read-events.ts";

/** Options of `offerTools`. */
export interface OfferToolsOptions {
  /** Sends a request to the gateway: `askGateway(client, handle)`. */
  ask: AskGateway;
  /** The View's title, which the catalog shows with its tools. Default: the title of the tool that was shown. */
  title?: string | undefined;
  /**
   * Decides whether to try a stream to this URL of the gateway. Return false where the page's policy forbids it: the
   * page then polls. Default: true.
   */
  canStream?: ((url: string) => boolean) | undefined;
  /** Called when the state changes. */
  onstatus?: ((status: LiveStatus) => void) | undefined;
}

/** Whether a View's tools are in the gateway's catalog. */
export interface LiveStatus {
  /**
   * `"idle"`: the View has no tools. `"open"`: they can be called. `"reconnecting"`: the gateway can't be reached, and
   * the page keeps trying. `"elsewhere"`: another page shows the same View and has its tools. `"ended"`: closed, or
   * refused by the gateway.
   */
  state: "idle" | "open" | "reconnecting" | "elsewhere" | "ended";
  /** The View's id: its tools are `views.<id>.<tool>`. */
  id?: string | undefined;
  /** The path of each tool in the catalog, by the View's own name for it. */
  paths?: Readonly<Record<string, string>> | undefined;
  /** What the gateway left out, and why. */
  warnings: readonly string[];
}

/** The View's side of `offerTools`: an `AppBridge`, such as `mountView(…).bridge`. */
export type ToolBridge = Pick<
  AppBridge,
  "getAppCapabilities" | "listTools" | "callTool" | "addEventListener" | "removeEventListener"
>;

/** What the gateway answers to `live/open`. */
interface Opened {
  id: string;
  stream?: Stream;
  paths?: Record<string, string>;
  warnings?: string[];
}

interface Stream {
  url: string;
  ticket: string;
}

interface Call {
  id: string;
  name: string;
  arguments?: Record<string, unknown>;
}

type Ended = "elsewhere" | "unknown";

/** List changes within this time are announced together. */
const CHANGES_MS = 200;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A connection that lasted this long has worked. */
const STEADY_MS = 5_000;
const CLOSE_TIMEOUT_MS = 5_000;
/** A host that answers polls too early is asked once in this time. */
const SHORTEST_POLL_MS = 1_000;

/**
 * Puts the tools of an open View into the catalog of a Toolshed gateway, as `views.<id>.<tool>`, and answers calls to
 * them. Follows the View's list of tools, and reconnects after failures.
 * @example const live = offerTools(view.bridge, { ask }); await live.close();
 */
export function offerTools(bridge: ToolBridge, options: OfferToolsOptions): LiveTools {
  return new LiveTools(bridge, options);
}

/** The tools of an open View in the gateway's catalog, from `offerTools` until `close()`. */
export class LiveTools {
  readonly #bridge: ToolBridge;
  readonly #options: OfferToolsOptions;
  /** The gateway tells by it whether another page has taken over the View. */
  readonly #instance = crypto.getRandomValues(new Uint32Array(4)).join("-");
  /** Counts the requests that open and close the View, so that the gateway ignores late ones. */
  #sequence = 0;
  readonly #running = new Map<string, AbortController>();
  #status: LiveStatus = { state: "idle", warnings: [] };
  #tools: readonly Tool[] = [];
  /** The tools as the gateway knows them, as JSON. */
  #announced: string | undefined;
  #changes: ReturnType<typeof setTimeout> | undefined;
  /** Ends receiving calls; undefined while the View has no tools. */
  #receiving: AbortController | undefined;
  /** Whether the gateway may have the View's tools. */
  #isKnown = false;
  #stream: Stream | undefined;
  #canStream = true;
  #isStreaming = false;

  /** Use `offerTools`. */
  constructor(bridge: ToolBridge, options: OfferToolsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    bridge.addEventListener("initialized", this.#list);
    bridge.addEventListener("toollistchanged", this.#listed);
    // Browsers freeze a page that was left, with its connections, so that people can go back to it.
    globalThis.addEventListener?.("pagehide", this.#hide);
    globalThis.addEventListener?.("pageshow", this.#return);
    if (bridge.getAppCapabilities()) this.#list();
  }

  /** Whether the tools are in the catalog, and under which id. */
  get status(): LiveStatus {
    return this.#status;
  }

  /** Removes the tools from the catalog. Call it before the View is removed from the page. */
  async close(): Promise<void> {
    this.#detach();
    await this.#leave("ended");
  }

  #detach(): void {
    this.#tools = [];
    clearTimeout(this.#changes);
    this.#bridge.removeEventListener("initialized", this.#list);
    this.#bridge.removeEventListener("toollistchanged", this.#listed);
    globalThis.removeEventListener?.("pagehide", this.#hide);
    globalThis.removeEventListener?.("pageshow", this.#return);
  }

  readonly #hide = (): void => {
    this.#leave("idle").catch(ignore);
  };

  readonly #return = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#announce();
  };

  /** Runs again when the View reloads. */
  readonly #list = (): void => {
    // Most Views have no tools: nothing is asked of them, or of the gateway.
    if (!this.#bridge.getAppCapabilities()?.tools) this.#listed({ tools: [] });
    else this.#bridge.listTools({}, { timeout: APP_TOOL_LIMITS.timeoutMs }).then(this.#listed, ignore);
  };

  readonly #listed = ({ tools }: { tools: readonly Tool[] }): void => {
    this.#tools = tools.slice(0, APP_TOOL_LIMITS.tools);
    this.#changes ??= setTimeout(
      () => {
        this.#changes = undefined;
        this.#announce();
      },
      this.#announced === undefined ? 0 : CHANGES_MS,
    );
  };

  #announce(): void {
    const listed = toJson(this.#tools);
    if (!listed || listed === this.#announced) return;
    if (this.#tools.length === 0) this.#leave("idle").catch(ignore);
    else if (!this.#receiving) this.#run().catch(ignore);
    // Otherwise it is being opened, with the tools of that moment, and announced again afterwards.
    else if (this.#status.state === "open")
      this.#open(this.#receiving.signal).catch(() => setTimeout(() => this.#announce(), STEADY_MS));
  }

  /** Opens the View at the gateway and receives calls for it, for as long as it has tools. */
  async #run(): Promise<void> {
    this.#receiving = new AbortController();
    const { signal } = this.#receiving;
    let failures = 0;
    while (!signal.aborted) {
      const startedAt = Date.now();
      try {
        await this.#open(signal);
        this.#announce();
        if ((await this.#receive(signal)) === "elsewhere" && !signal.aborted)
          return this.#finish("elsewhere");
      } catch (error) {
        if (isRefusal(error) && !signal.aborted) return this.#finish("ended");
      }
      if (signal.aborted) return;
      this.#setStatus({ ...this.#status, state: "reconnecting" });
      failures = Date.now() - startedAt > STEADY_MS ? 0 : failures + 1;
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures * (0.5 + Math.random() / 2)));
    }
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { title } = this.#options;
    const tools = this.#tools;
    this.#isKnown = true;
    const opened: Opened = await this.#ask("live/open", { sequence: this.#next(), title, tools }, signal);
    if (signal.aborted) return;
    const { id, stream, paths, warnings = [] } = opened;
    this.#announced = toJson(tools);
    this.#stream = stream;
    this.#setStatus({ state: "open", id, paths, warnings });
  }

  async #receive(signal: AbortSignal): Promise<Ended | undefined> {
    const { canStream } = this.#options;
    const stream = this.#stream;
    if (stream && this.#canStream && canStream?.(stream.url) !== false) {
      const body = await this.#connect(stream, signal);
      if (body) return this.#readStream(body, signal);
      // The page's policy, or something on the way, forbids it.
      this.#canStream = false;
    }
    return this.#poll(signal);
  }

  async #connect({ url, ticket }: Stream, signal: AbortSignal): Promise<Response["body"]> {
    try {
      const response = await post(url, { ticket, instance: this.#instance }, signal);
      // The ticket has expired: the next one comes with the next opening.
      if (response.status === 401) throw new Error("The ticket has expired");
      return response.ok ? response.body : null;
    } catch (error) {
      if (error instanceof TypeError && !signal.aborted) return null;
      throw error;
    }
  }

  async #readStream(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Ended | undefined> {
    let ended: Ended | undefined;
    this.#isStreaming = true;
    try {
      await readEvents(body, (data) => {
        ended = this.#take(JSON.parse(data), signal);
      });
    } finally {
      this.#isStreaming = false;
    }
    return ended;
  }

  async #poll(signal: AbortSignal): Promise<Ended | undefined> {
    let ended: Ended | undefined;
    while (!ended && !signal.aborted) {
      const askedAt = Date.now();
      const news = await this.#ask("live/poll", {}, signal);
      ended = this.#take(news, signal);
      const isEarly = !ended && !Object(news.calls).length && Date.now() - askedAt < SHORTEST_POLL_MS;
      if (isEarly) await pause(SHORTEST_POLL_MS);
    }
    return ended;
  }

  /** Starts the calls of a message of the gateway, and cancels those whose callers have gone. */
  #take({ calls, cancelled, ended }: Record<string, unknown>, signal: AbortSignal): Ended | undefined {
    if (signal.aborted) return;
    for (const id of (cancelled ?? []) as string[]) this.#running.get(id)?.abort();
    for (const call of (calls ?? []) as Call[]) this.#answer(call).catch(ignore);
    return ended as Ended | undefined;
  }

  async #answer(call: Call): Promise<void> {
    const controller = new AbortController();
    this.#running.set(call.id, controller);
    const answer = await this.#call(call, controller.signal);
    this.#running.delete(call.id);
    if (controller.signal.aborted) return;
    const params = { answers: [answer] };
    const stream = this.#isStreaming && this.#stream;
    if (stream) {
      const body = { ticket: stream.ticket, instance: this.#instance, ...params };
      const sent = await post(`${stream.url}/answers`, body, controller.signal).catch(ignore);
      if (sent?.ok) return;
    }
    await this.#ask("live/answer", params, controller.signal);
  }

  async #call({ id, name, arguments: args = {} }: Call, signal: AbortSignal): Promise<object> {
    try {
      const { timeoutMs, answerSize } = APP_TOOL_LIMITS;
      const result: CallToolResult = await this.#bridge.callTool(
        { name, arguments: args },
        { signal, timeout: timeoutMs },
      );
      const size = toJson(result)?.length ?? Infinity;
      if (size > answerSize) throw new ProtocolError(REFUSED, "The View's answer is larger than 2 MB.");
      return { id, result };
    } catch (error) {
      const { code, message } = toWireError(error);
      return { id, error: { code, message } };
    }
  }

  #ask(method: string, params: Record<string, unknown>, signal: AbortSignal): ReturnType<AskGateway> {
    return this.#options.ask(method, { instance: this.#instance, ...params }, { signal });
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Ends for good: the tools are another page's now, or the gateway refuses them. */
  #finish(state: "elsewhere" | "ended"): void {
    this.#detach();
    this.#stop(state);
  }

  async #leave(state: "idle" | "ended"): Promise<void> {
    const isKnown = this.#isKnown;
    this.#stop(state);
    if (isKnown)
      await this.#ask("live/close", { sequence: this.#next() }, AbortSignal.timeout(CLOSE_TIMEOUT_MS)).catch(
        ignore,
      );
  }

  #stop(state: LiveStatus["state"]): void {
    this.#receiving?.abort();
    this.#receiving = undefined;
    this.#announced = undefined;
    this.#isKnown = false;
    for (const controller of this.#running.values()) controller.abort();
    this.#setStatus({ state, warnings: [] });
  }

  #setStatus(status: LiveStatus): void {
    this.#status = status;
    this.#options.onstatus?.(status);
  }
}

/** As text, so that the browser asks the gateway nothing beforehand. */
function post(url: string, body: object, signal: AbortSignal): Promise<Response> {
  return fetch(url, { method: "POST", body: JSON.stringify(body), credentials: "omit", signal });
}

/** Whether trying again is of no use: the handle has expired or isn't valid here, or the gateway has no live tools. */
function isRefusal(error: unknown): boolean {
  const { code, data } = Object(error);
  return code === METHOD_NOT_FOUND || ["expired", "invalid"].includes(Object(data).reason);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Undefined for what a View may send in messages and JSON can't express. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function ignore(): undefined {}
