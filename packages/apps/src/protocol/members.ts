import type { Call } from "../rpc/peer.ts";
import type { Transport } from "../rpc/transport.ts";
import { type HandlerForm, toNotificationHandler, toRequestHandler } from "./handler-forms.ts";
import type {
  RequestHandlerExtra,
  SendRequest,
  SetNotificationHandler,
  SetRequestHandler,
} from "./handler-types.ts";
import type { Json } from "./mcp-types.ts";
import type { NotificationRow, RequestRow } from "./methods.ts";
import type { Router, Side } from "./router.ts";
import { sendRequest } from "./send-request.ts";

type ParamsOf<Row> = Row extends NotificationRow<string, infer Params> ? Params : never;

type Accessors<S extends Side> = {
  [Name in keyof S["requests"] as `on${Name & string}`]: S["requests"][Name] extends RequestRow<
    string,
    infer Params,
    infer _Result,
    infer Given
  >
    ? ((params: Params, extra: RequestHandlerExtra) => Given | Promise<Given>) | undefined
    : never;
};

type EventAccessors<EventMap> = {
  [Event in keyof EventMap as `on${Event & string}`]: ((params: EventMap[Event]) => void) | undefined;
};

export type EventMapOf<S extends Side> = { [Event in keyof S["events"]]: ParamsOf<S["events"][Event]> };

/** What App and AppBridge have in common for their users, beside the accessors of each. */
interface PeerMembers<EventMap> {
  readonly transport: Transport | undefined;
  /** Called once when the connection ends, whichever side ends it. */
  onclose: (() => void) | undefined;
  /** Called with what no caller waits for: malformed messages, what listeners throw, errors of the transport. */
  onerror: ((error: Error) => void) | undefined;
  /** Gets the requests that nothing else handles. */
  fallbackRequestHandler: ((request: Call, extra: RequestHandlerExtra) => unknown) | undefined;
  /** Gets the notifications that nothing else handles. */
  fallbackNotificationHandler: ((notification: Call) => unknown) | undefined;
  close(): Promise<void>;
  /** Sends any request. */
  request: SendRequest;
  /** Sends any notification. */
  notification(notification: Call): Promise<void>;
  setRequestHandler: SetRequestHandler;
  setNotificationHandler: SetNotificationHandler;
  removeRequestHandler(method: string): void;
  removeNotificationHandler(method: string): void;
  addEventListener<Event extends keyof EventMap>(
    event: Event,
    listener: (params: EventMap[Event]) => void,
  ): void;
  removeEventListener<Event extends keyof EventMap>(
    event: Event,
    listener: (params: EventMap[Event]) => void,
  ): void;
}

export type Members<S extends Side, EventMap = EventMapOf<S>> = PeerMembers<EventMap> &
  Accessors<S> &
  EventAccessors<EventMap>;

/** What is a property of the router or of its peer. */
const properties = {
  transport: ({ peer }: Router) => peer,
  onerror: ({ peer }: Router) => peer,
  onclose: (router: Router) => router,
  fallbackRequestHandler: (router: Router) => router,
  fallbackNotificationHandler: (router: Router) => router,
};

const functions = {
  close: ({ peer }: Router) => peer.close(),
  request: ({ peer }: Router, request: Call, ...rest: Json[]) => sendRequest(peer, request, ...rest),
  notification: ({ peer }: Router, notification: Call) => peer.notification(notification),
  setRequestHandler: (router: Router, ...form: HandlerForm) => {
    const { method, handler } = toRequestHandler(form);
    router.setHandler(method, handler);
  },
  removeRequestHandler: (router: Router, method: string) => router.setHandler(method, undefined),
  setNotificationHandler: (router: Router, ...form: HandlerForm) => {
    const { method, handler } = toNotificationHandler(form);
    router.setListener(method, handler);
  },
  removeNotificationHandler: (router: Router, method: string) => router.setListener(method, undefined),
};

/** Gives a class, by its prototype, the members that follow from its side of the table. */
export function defineMembers<Self extends object>(
  prototype: Self,
  { requests, events }: Side,
  routerOf: (self: Self) => Router,
): void {
  const defineProperty = (
    name: string,
    get: (router: Router) => Json,
    set: (router: Router, value: Json) => void,
  ) =>
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: Self) {
        return get(routerOf(this));
      },
      set(this: Self, value: Json) {
        set(routerOf(this), value);
      },
    });
  const defineFunction = (name: string, run: (router: Router, ...args: Json[]) => Json) =>
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: Self, ...args: Json[]) {
        return run(routerOf(this), ...args);
      },
    });

  for (const [name, { method }] of Object.entries(requests)) {
    defineProperty(
      `on${name}`,
      (router) => router.getHandler(method),
      (router, handler) => router.setHandler(method, handler),
    );
  }
  const methods = new Map<string, string>();
  for (const [event, { method }] of Object.entries(events)) {
    methods.set(event, method);
    defineProperty(
      `on${event}`,
      (router) => router.events.getHandler(method),
      (router, handler) => router.setListener(method, handler),
    );
  }
  for (const [name, ownerOf] of Object.entries(properties)) {
    defineProperty(
      name,
      (router) => Reflect.get(ownerOf(router), name),
      (router, value) => Reflect.set(ownerOf(router), name, value),
    );
  }
  for (const [name, run] of Object.entries(functions)) defineFunction(name, run);

  const methodOf = (event: string): string => {
    const method = methods.get(event);
    if (method) return method;
    throw new Error(`Unknown event: ${event}`);
  };
  // Vue wraps what it is given, deep down, unless it finds this; what is wrapped has lost its private fields.
  Object.defineProperty(prototype, "__v_skip", { value: true });
  defineFunction("addEventListener", (router, event, listener) =>
    router.addListener(methodOf(event), listener),
  );
  defineFunction("removeEventListener", (router, event, listener) =>
    router.events.removeEventListener(methodOf(event), listener),
  );
}
