import { methodNotFound } from "../rpc/error.ts";
import type { RequestId } from "../rpc/message.ts";
import { type Call, type IncomingRequest, Peer } from "../rpc/peer.ts";
import type { ChannelOptions, RequestOptions } from "../rpc/request-options.ts";
import { EventDispatcher } from "./event-dispatcher.ts";
import { type HandlerForm, parseHandlerForm } from "./handler-forms.ts";
import type {
  RequestHandlerExtra,
  RequestMethod,
  ResultOf,
  SendRequest,
  SetNotificationHandler,
  SetRequestHandler,
} from "./handler-types.ts";
import type { Json, Result } from "./mcp-types.ts";
import type { Side } from "./members.ts";
import type { Asked, NotificationRow, RequestRow } from "./methods.ts";
import { readParams, readResult } from "./read-message.ts";
import { type StandardSchemaV1, validate } from "./standard-schema.ts";
import { warn } from "./warn.ts";

type RequestHandler = (params: Json, extra: RequestHandlerExtra) => unknown;

/** Answers when nothing else does; without a fallback handler it throws, and the reason says what is missing. */
type Fallback = (params: Json, extra: RequestHandlerExtra, reason?: string) => unknown;

/**
 * Answers a request from within the library. It gets what the user has set for the request, if anything, and what
 * answers when neither of the two does.
 */
type BuiltIn<Params, Given> = (
  params: Params,
  extra: RequestHandlerExtra,
  handler: RequestHandler | undefined,
  fallback: Fallback,
) => Given | Promise<Given>;

/** What is known of a method; its name is that of the `on…` property, without the `on`. */
interface Entry {
  name?: string | undefined;
  row: NotificationRow & Pick<RequestRow, "completeResult"> & { result?: RequestRow["result"] };
  builtIn?: BuiltIn<Json, unknown>;
}

/**
 * It has the names of both majors of the SDK, and so is its own `mcpReq`. The signal is made when it is asked for: in
 * Node it costs more than all the rest of a call.
 */
class Extra implements RequestHandlerExtra {
  declare readonly id: RequestId;
  declare readonly requestId: RequestId;
  declare readonly method: string;
  declare readonly sessionId: string | undefined;
  declare readonly _meta: Json;
  declare readonly send: SendRequest;
  declare readonly sendRequest: SendRequest;
  declare readonly notify: Notify;
  declare readonly sendNotification: Notify;
  readonly #controller: AbortController;

  constructor(protocol: ProtocolWithEvents, method: string, _meta: Json, incoming: IncomingRequest) {
    this.id = this.requestId = incoming.id;
    this.method = method;
    this.sessionId = incoming.sessionId;
    this._meta = _meta;
    this.send = this.sendRequest = protocol.request.bind(protocol) as SendRequest;
    this.notify = this.sendNotification = (call) => protocol.notification(call);
    this.#controller = incoming.controller;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get mcpReq(): this {
    return this;
  }

  requestState(): undefined {}
}

type Notify = (call: Call) => Promise<void>;

const kinds = ["requests", "events"] as const;
type Kind = (typeof kinds)[number];

/**
 * The base class of `App` and `AppBridge`: handlers, events, requests and notifications. Every message is
 * validated before it reaches a handler.
 */
export abstract class ProtocolWithEvents<EventMap extends object = Record<string, Json>> extends Peer {
  /** Called with requests that nothing else handles. What it returns is the answer. */
  fallbackRequestHandler: ((request: Call, extra: RequestHandlerExtra) => unknown) | undefined;
  /** Called with notifications that nothing else handles. */
  fallbackNotificationHandler: ((notification: Call) => unknown) | undefined;

  /** Handles a request without an `on…` property: `app.setRequestHandler("x/echo", { params }, handler)`. */
  readonly setRequestHandler: SetRequestHandler = (...form: Json) => this.#take("requests", form);

  /** Handles a notification without an `on…` property: `app.setNotificationHandler("x/ready", { params }, handler)`. */
  readonly setNotificationHandler: SetNotificationHandler = (...form: Json) => this.#take("events", form);

  /** The handlers of requests by method. */
  protected readonly requests: EventDispatcher<Record<string, Json>> = new EventDispatcher();
  /** The handlers and listeners of notifications by method. */
  protected readonly events: EventDispatcher<Record<string, Json>> = new EventDispatcher((error) =>
    (this.onerror ?? console.error)(error as Error),
  );
  readonly #entries: { readonly [Of in Kind]: Map<string, Entry> } = {
    requests: new Map(),
    events: new Map(),
  };

  protected constructor(side: Side) {
    super();
    for (const kind of kinds) {
      for (const [name, row] of Object.entries(side[kind]))
        this.#entries[kind].set(row.method, { name, row });
    }
  }

  /** Gives a class the `on…` properties of its side. */
  protected static defineHandlers(prototype: object, side: Side): void {
    for (const kind of kinds) {
      for (const [name, { method }] of Object.entries(side[kind])) {
        Object.defineProperty(prototype, `on${name}`, {
          configurable: true,
          get(this: ProtocolWithEvents) {
            return this[kind].getHandler(method);
          },
          set(this: ProtocolWithEvents, handler: Json) {
            this.#set(kind, method, handler);
          },
        });
      }
    }
  }

  /** Vue wraps what it is given, deep down, unless it finds this; what is wrapped has lost its private fields. */
  protected readonly __v_skip = true;

  /** Sends any request: `await app.request({ method: "ping" })`. If a schema is given, the result must match it. */
  override request<Method extends RequestMethod>(
    request: { method: Method; params?: { [key: string]: unknown } | undefined },
    options?: RequestOptions,
  ): Promise<ResultOf<Method>>;
  override request<Schema extends StandardSchemaV1>(
    request: Call,
    resultSchema: Schema,
    options?: RequestOptions,
  ): Promise<StandardSchemaV1.InferOutput<Schema>>;
  override request(request: Call, options?: RequestOptions): Promise<Result>;
  override async request(request: Call, ...rest: Json[]): Promise<Json> {
    const schema = rest[0]?.["~standard"] && rest.shift();
    const result = await super.request(request, rest[0]);
    return schema ? validate(schema, result, `Invalid result for ${request.method}`) : result;
  }

  /** Removes the handler of a request, by its method. */
  removeRequestHandler(method: string): void {
    this.#set("requests", method);
  }

  /** Removes the handler of a notification, by its method. */
  removeNotificationHandler(method: string): void {
    this.#set("events", method);
  }

  /** Adds a listener, which runs after the `on…` handler: `app.addEventListener("toolresult", draw)`. */
  addEventListener<Event extends keyof EventMap>(
    event: Event,
    listener: (params: EventMap[Event]) => void,
  ): void {
    const method = this.#methodOf(event);
    this.beforeSet?.(event as string);
    this.events.addEventListener(method, listener);
  }

  /** Removes a listener that `addEventListener` added. */
  removeEventListener<Event extends keyof EventMap>(
    event: Event,
    listener: (params: EventMap[Event]) => void,
  ): void {
    this.events.removeEventListener(this.#methodOf(event), listener);
  }

  /** A handler or listener is about to be set, its name without the `on`; may throw. */
  protected beforeSet?(name: string): void;
  protected beforeRequest?(method: string): void;
  protected beforeEvent?(method: string, params: Json): void;

  protected async send<Method extends RequestMethod>(
    row: Asked<Method>,
    params: Json,
    options?: ChannelOptions,
  ): Promise<ResultOf<Method>> {
    return readResult(row, await super.request({ method: row.method, params }, options));
  }

  protected serve<Params, Given>(
    row: RequestRow<string, Params, Json, Given>,
    builtIn: BuiltIn<Params, Given>,
  ): void {
    const { requests } = this.#entries;
    requests.set(row.method, { ...requests.get(row.method), row, builtIn });
  }

  protected async handleRequest(method: string, params: Json, incoming: IncomingRequest): Promise<unknown> {
    this.beforeRequest?.(method);
    const handler: Json = this.requests.getHandler(method);
    const { name, row, builtIn } = this.#entryOf("requests", method);
    const fallback: Fallback = (read, extra, reason = name && `on${name} is not set`) => {
      if (!this.fallbackRequestHandler) throw methodNotFound(method, reason);
      return this.fallbackRequestHandler({ method, params: read }, extra);
    };
    const extra = new Extra(this, method, params._meta, incoming);
    // There must be someone to read the params for.
    if (!handler && !builtIn && !this.fallbackRequestHandler) fallback(params, extra);
    const read = row ? readParams(row, params) : params;
    const result = await (builtIn
      ? builtIn(read, extra, handler, fallback)
      : (handler ?? fallback)(read, extra));
    return row ? readResult(row as RequestRow, result ?? {}) : result;
  }

  protected handleNotification(method: string, params: Json): unknown {
    const { row } = this.#entryOf("events", method);
    const read = row ? readParams(row, params) : params;
    this.beforeEvent?.(method, read);
    return row || this.events.getHandler(method)
      ? this.events.dispatch(method, read)
      : this.fallbackNotificationHandler?.({ method, params: read });
  }

  #set(kind: Kind, method: string, handler?: RequestHandler): void {
    const { name } = this.#entryOf(kind, method);
    if (handler && name) this.beforeSet?.(name);
    this[kind].setHandler(method, handler as Json, name);
  }

  /** Takes a handler by its method. Only the form of SDK 1.x may replace another, as it could in that SDK. */
  #take(kind: Kind, form: HandlerForm): void {
    const { method, handler, isLegacy } = parseHandlerForm(form);
    if (isLegacy) {
      const set = kind === "events" ? "setNotificationHandler" : "setRequestHandler";
      warn(`Deprecated: use ${set}("${method}", { params: Schema.shape.params }, handler)`);
    } else if (this[kind].getHandler(method)) {
      throw new Error(`Handler for "${method}" is already registered`);
    }
    this.#set(kind, method, handler);
  }

  #entryOf(kind: Kind, method: string): Partial<Entry> {
    return this.#entries[kind].get(method) ?? {};
  }

  #methodOf(event: PropertyKey): string {
    for (const { name, row } of this.#entries.events.values()) if (name === event) return row.method;
    throw new Error(`Unknown event: ${event as string}`);
  }
}
