import { methodNotFound } from "../rpc/error.ts";
import { type Call, type IncomingRequest, Peer, type Receiver } from "../rpc/peer.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import { EventDispatcher } from "./event-dispatcher.ts";
import { type HandlerForm, toNotificationHandler, toRequestHandler } from "./handler-forms.ts";
import type { NotificationMethod, RequestHandlerExtra, RequestMethod, ResultOf } from "./handler-types.ts";
import type { Json } from "./mcp-types.ts";
import type { NotificationRow, RequestRow } from "./methods.ts";
import { readParams, readResult } from "./read-message.ts";
import { validate } from "./standard-schema.ts";

/** The rows of the table that one side receives, each under the name of its `on…` accessor. */
export interface Side {
  readonly requests: { readonly [name: string]: RequestRow };
  readonly events: { readonly [name: string]: NotificationRow };
}

export type RequestHandler = (params: Json, extra: RequestHandlerExtra) => unknown;
type NotificationHandler = (params: Json) => void;

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

/** What the holder of a router is told; the ones called `before…` may throw. */
export interface RouterHooks {
  beforeHandle?(method: string): void;
  beforeListen?(event: string): void;
  beforeRequest?(method: string): void;
  closed?(): void;
}

/**
 * Takes what the peer receives to its handler, checked against the table, so that nothing malformed gets to one.
 * `App` and `AppBridge` each hold a router, which holds their peer.
 */
export class Router implements Receiver {
  readonly peer = new Peer(this);
  readonly events = new EventDispatcher<Record<string, Json>>(this.peer.report);
  onclose?: (() => void) | undefined;
  fallbackRequestHandler?: ((request: Call, extra: RequestHandlerExtra) => unknown) | undefined;
  fallbackNotificationHandler?: ((notification: Call) => unknown) | undefined;
  private readonly hooks: RouterHooks;
  private readonly requestRows = new Map<string, RequestRow>();
  private readonly eventRows = new Map<string, { event: string; row: NotificationRow }>();
  private readonly builtIns = new Map<string, BuiltIn<Json, unknown>>();
  private readonly preparations = new Map<string, (params: Json) => unknown>();
  private readonly requestHandlers = new Map<string, RequestHandler>();
  private readonly notificationHandlers = new Map<string, NotificationHandler>();

  constructor(side: Side, hooks: RouterHooks) {
    this.hooks = hooks;
    for (const row of Object.values(side.requests)) this.requestRows.set(row.method, row);
    for (const [event, row] of Object.entries(side.events)) this.eventRows.set(row.method, { event, row });
    this.peer.onclose = () => {
      hooks.closed?.();
      this.onclose?.();
    };
  }

  get transport() {
    return this.peer.transport;
  }

  get onerror() {
    return this.peer.onerror;
  }

  set onerror(handler) {
    this.peer.onerror = handler;
  }

  close(): Promise<void> {
    return this.peer.close();
  }

  async request(request: Call, ...rest: Json[]): Promise<Json> {
    const schema = rest[0]?.["~standard"] && rest.shift();
    const result = await this.peer.request(request, rest[0]);
    return schema ? validate(schema, result, `Invalid result for ${request.method}`) : result;
  }

  notification(notification: Call): Promise<void> {
    return this.peer.notification(notification);
  }

  /** Sends a request of the table; the result is checked if this side knows the row, because it is also sent it. */
  async send<Method extends RequestMethod>(
    method: Method,
    params: Json,
    options?: RequestOptions,
  ): Promise<ResultOf<Method>> {
    const result: Json = await this.peer.request({ method, params }, options);
    const row = this.requestRows.get(method);
    return row ? readResult(row, result) : result;
  }

  /** Sends a notification of the table. */
  notify(method: NotificationMethod, params?: Json): Promise<void> {
    return this.peer.notification({ method, params });
  }

  serve<Params, Given>(row: RequestRow<string, Params, Json, Given>, builtIn: BuiltIn<Params, Given>): void {
    this.requestRows.set(row.method, row);
    this.builtIns.set(row.method, builtIn);
  }

  /** Has handlers of a notification called with, and not before, what the library makes of it. */
  prepare<Params>(row: NotificationRow<string, Params>, preparation: (params: Params) => Json): void {
    this.preparations.set(row.method, preparation);
  }

  async handleRequest(method: string, params: Json, incoming: IncomingRequest): Promise<unknown> {
    this.hooks.beforeRequest?.(method);
    const handler = this.requestHandlers.get(method);
    const builtIn = this.builtIns.get(method);
    const fallback: RequestHandler = (read, extra) => {
      if (!this.fallbackRequestHandler) throw methodNotFound();
      return this.fallbackRequestHandler({ method, params: read }, extra);
    };
    // Before its params are checked, there must be someone to check them for.
    if (!handler && !builtIn && !this.fallbackRequestHandler) throw methodNotFound();
    const row = this.requestRows.get(method);
    const read = row ? readParams(row, params) : params;
    const extra = this.toExtra(method, params._meta, incoming);
    const result = await (builtIn
      ? builtIn(read, extra, handler, fallback)
      : (handler ?? fallback)(read, extra));
    return row ? readResult(row, result ?? {}) : result;
  }

  handleNotification(method: string, params: Json): unknown {
    const found = this.eventRows.get(method);
    const read = found ? readParams(found.row, params) : params;
    const deliver = (prepared: Json): unknown => {
      if (found) return this.events.dispatch(found.event, prepared);
      const handler = this.notificationHandlers.get(method);
      return handler ? handler(prepared) : this.fallbackNotificationHandler?.({ method, params: prepared });
    };
    const prepared = this.preparations.get(method)?.(read) ?? read;
    // Only what has to wait waits: notifications must not overtake each other.
    return prepared instanceof Promise ? prepared.then(deliver) : deliver(prepared);
  }

  getHandler(method: string): RequestHandler | undefined {
    return this.requestHandlers.get(method);
  }

  setHandler(method: string, handler: RequestHandler | undefined): void {
    if (handler) {
      this.hooks.beforeHandle?.(method);
      this.requestHandlers.set(method, handler);
    } else this.requestHandlers.delete(method);
  }

  getEventHandler(event: string): NotificationHandler | undefined {
    return this.events.getHandler(event);
  }

  setEventHandler(event: string, handler: NotificationHandler | undefined): void {
    if (handler) this.hooks.beforeListen?.(event);
    this.events.setHandler(event, handler);
  }

  addEventListener(event: string, listener: NotificationHandler): void {
    this.assertEvent(event);
    this.hooks.beforeListen?.(event);
    this.events.addEventListener(event, listener);
  }

  removeEventListener(event: string, listener: NotificationHandler): void {
    this.assertEvent(event);
    this.events.removeEventListener(event, listener);
  }

  setRequestHandler(...form: HandlerForm): void {
    const { method, handler } = toRequestHandler(form);
    this.setHandler(method, handler);
  }

  removeRequestHandler(method: string): void {
    this.setHandler(method, undefined);
  }

  setNotificationHandler(...form: HandlerForm): void {
    const { method, handler } = toNotificationHandler(form);
    const found = this.eventRows.get(method);
    if (found) this.setEventHandler(found.event, handler);
    else this.notificationHandlers.set(method, handler);
  }

  removeNotificationHandler(method: string): void {
    const found = this.eventRows.get(method);
    if (found) this.setEventHandler(found.event, undefined);
    else this.notificationHandlers.delete(method);
  }

  private assertEvent(event: string): void {
    for (const known of this.eventRows.values()) if (known.event === event) return;
    throw new Error(`Unknown event: ${event}`);
  }

  private toExtra(method: string, _meta: Json, incoming: IncomingRequest): RequestHandlerExtra {
    const { id, sessionId } = incoming;
    const send = this.request.bind(this);
    const notify = this.notification.bind(this);
    const withMeta = _meta && { _meta };
    return {
      requestId: id,
      ...(sessionId && { sessionId }),
      ...withMeta,
      sendRequest: send,
      sendNotification: notify,
      get signal() {
        return incoming.signal;
      },
      get mcpReq() {
        return { id, method, ...withMeta, send, notify, signal: incoming.signal };
      },
    };
  }
}
