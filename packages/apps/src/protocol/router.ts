import { methodNotFound } from "../rpc/error.ts";
import { type Call, type IncomingRequest, Peer, type Receiver } from "../rpc/peer.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import { EventDispatcher } from "./event-dispatcher.ts";
import type { RequestHandlerExtra, RequestMethod, ResultOf } from "./handler-types.ts";
import type { Json } from "./mcp-types.ts";
import type { Asked, NotificationRow, RequestRow } from "./methods.ts";
import { readParams, readResult } from "./read-message.ts";
import { sendRequest } from "./send-request.ts";

/** The rows of the table that one side receives, each under the name of its `on…` accessor. */
export interface Side {
  readonly requests: { readonly [name: string]: RequestRow };
  readonly events: { readonly [name: string]: NotificationRow };
}

export type RequestHandler = (params: Json, extra: RequestHandlerExtra) => unknown;
export type NotificationHandler = (params: Json) => void;

/**
 * Answers a request from within the library. It gets what the user has set for the request, if anything, and what
 * answers when neither of the two does.
 */
type BuiltIn<Params, Given> = (
  params: Params,
  extra: RequestHandlerExtra,
  handler: RequestHandler | undefined,
  fallback: RequestHandler,
) => Given | Promise<Given>;

/** Who holds a router: an object on which users set these. */
export interface Holder {
  /** Called once when the connection ends, whichever side ends it. */
  onclose?: (() => void) | undefined;
  /** Called with what no caller waits for: malformed messages, what listeners throw, errors of the transport. */
  onerror?: ((error: Error) => void) | undefined;
  /** Gets the requests that nothing else handles. */
  fallbackRequestHandler?: ((request: Call, extra: RequestHandlerExtra) => unknown) | undefined;
  /** Gets the notifications that nothing else handles. */
  fallbackNotificationHandler?: ((notification: Call) => unknown) | undefined;
}

/** What the holder is told; the first three may throw. */
export interface RouterHooks {
  beforeHandle?(method: string): void;
  beforeListen?(method: string): void;
  beforeRequest?(method: string): void;
  closed(): void;
}

/**
 * Takes what the peer receives to its handler, checked against the table, so that nothing malformed gets to one.
 * `App` and `AppBridge` each hold a router, which holds their peer.
 */
export class Router implements Receiver {
  readonly peer = new Peer(this);
  readonly events = new EventDispatcher<Record<string, Json>>(this.peer.report);
  readonly #holder: Holder;
  readonly #hooks: RouterHooks;
  readonly #requestRows = new Map<string, RequestRow>();
  readonly #eventRows = new Map<string, NotificationRow>();
  readonly #handlers = new Map<string, RequestHandler>();
  readonly #builtIns = new Map<string, BuiltIn<Json, unknown>>();
  readonly #preparations = new Map<string, (params: Json) => unknown>();

  constructor({ requests, events }: Side, holder: Holder, hooks: RouterHooks) {
    this.#holder = holder;
    this.#hooks = hooks;
    for (const row of Object.values(requests)) this.#requestRows.set(row.method, row);
    for (const row of Object.values(events)) this.#eventRows.set(row.method, row);
    this.peer.onerror = (error) => holder.onerror?.(error);
    this.peer.onclose = () => {
      hooks.closed();
      holder.onclose?.();
    };
  }

  async send<Method extends RequestMethod>(
    row: Asked<Method>,
    params: Json,
    options?: RequestOptions,
  ): Promise<ResultOf<Method>> {
    return readResult(row, await this.peer.request({ method: row.method, params }, options));
  }

  serve<Params, Given>(row: RequestRow<string, Params, Json, Given>, builtIn: BuiltIn<Params, Given>): void {
    this.#requestRows.set(row.method, row);
    this.#builtIns.set(row.method, builtIn);
  }

  /** Has handlers of a notification called with, and not before, what the library makes of it. */
  prepare<Params>(row: NotificationRow<string, Params>, preparation: (params: Params) => Json): void {
    this.#preparations.set(row.method, preparation);
  }

  getHandler(method: string): RequestHandler | undefined {
    return this.#handlers.get(method);
  }

  setHandler(method: string, handler: RequestHandler | undefined): void {
    if (handler) {
      this.#hooks.beforeHandle?.(method);
      this.#handlers.set(method, handler);
    } else this.#handlers.delete(method);
  }

  setListener(method: string, handler: NotificationHandler | undefined): void {
    if (handler) this.#hooks.beforeListen?.(method);
    this.events.setHandler(method, handler);
  }

  addListener(method: string, listener: NotificationHandler): void {
    this.#hooks.beforeListen?.(method);
    this.events.addEventListener(method, listener);
  }

  async handleRequest(method: string, params: Json, incoming: IncomingRequest): Promise<unknown> {
    this.#hooks.beforeRequest?.(method);
    const handler = this.#handlers.get(method);
    const builtIn = this.#builtIns.get(method);
    const fallback: RequestHandler = (read, extra) => {
      if (!this.#holder.fallbackRequestHandler) throw methodNotFound();
      return this.#holder.fallbackRequestHandler({ method, params: read }, extra);
    };
    // There must be someone to read the params for.
    if (!handler && !builtIn && !this.#holder.fallbackRequestHandler) throw methodNotFound();
    const row = this.#requestRows.get(method);
    const read = row ? readParams(row, params) : params;
    const extra = this.#toExtra(method, params._meta, incoming);
    const result = await (builtIn
      ? builtIn(read, extra, handler, fallback)
      : (handler ?? fallback)(read, extra));
    return row ? readResult(row, result ?? {}) : result;
  }

  handleNotification(method: string, params: Json): unknown {
    const row = this.#eventRows.get(method);
    const read = row ? readParams(row, params) : params;
    const deliver = (prepared: Json) =>
      row || this.events.getHandler(method)
        ? this.events.dispatch(method, prepared)
        : this.#holder.fallbackNotificationHandler?.({ method, params: prepared });
    const prepared = this.#preparations.get(method)?.(read) ?? read;
    // Only what has to wait waits: notifications must not overtake each other.
    return prepared instanceof Promise ? prepared.then(deliver) : deliver(prepared);
  }

  #toExtra(method: string, _meta: Json, { id, sessionId, controller }: IncomingRequest): RequestHandlerExtra {
    const send = (call: Call, ...rest: Json[]) => sendRequest(this.peer, call, ...rest);
    const notify = (call: Call) => this.peer.notification(call);
    return {
      requestId: id,
      ...(sessionId && { sessionId }),
      _meta,
      sendRequest: send,
      sendNotification: notify,
      // Made when it is asked for: in Node a signal costs more than all the rest of a call.
      get signal() {
        return controller.signal;
      },
      get mcpReq() {
        return { id, method, _meta, send, notify, requestState: () => undefined, signal: controller.signal };
      },
    };
  }
}
