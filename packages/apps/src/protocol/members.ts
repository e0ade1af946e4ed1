import type { Call } from "../rpc/peer.ts";
import type { Transport } from "../rpc/transport.ts";
import type {
  RequestHandlerExtra,
  SendRequest,
  SetNotificationHandler,
  SetRequestHandler,
} from "./handler-types.ts";
import type { NotificationRow, RequestRow } from "./methods.ts";
import type { Router, Side } from "./router.ts";

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
export interface PeerMembers<EventMap> {
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

const PROPERTIES = [
  "transport",
  "onclose",
  "onerror",
  "fallbackRequestHandler",
  "fallbackNotificationHandler",
] as const;

const METHODS = [
  "close",
  "request",
  "notification",
  "setRequestHandler",
  "setNotificationHandler",
  "removeRequestHandler",
  "removeNotificationHandler",
  "addEventListener",
  "removeEventListener",
] as const;

/** Gives a class, by its prototype, the members that follow from its side of the table. */
export function defineMembers<Self extends object>(
  prototype: Self,
  side: Side,
  routerOf: (self: Self) => Router,
): void {
  const define = <T>(name: string, get: (router: Router) => T, set: (router: Router, value: T) => void) =>
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: Self) {
        return get(routerOf(this));
      },
      set(this: Self, value: T) {
        set(routerOf(this), value);
      },
    });

  for (const [name, { method }] of Object.entries(side.requests)) {
    define(
      `on${name}`,
      (router) => router.getHandler(method),
      (router, handler) => router.setHandler(method, handler),
    );
  }
  for (const event of Object.keys(side.events)) {
    define(
      `on${event}`,
      (router) => router.getEventHandler(event),
      (router, handler) => router.setEventHandler(event, handler),
    );
  }
  for (const name of PROPERTIES) {
    define(
      name,
      (router) => router[name],
      (router, value) => Object.assign(router, { [name]: value }),
    );
  }
  for (const name of METHODS) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: Self, ...args: never[]) {
        const router = routerOf(this);
        return Reflect.apply(router[name], router, args);
      },
    });
  }
}
