import type { Call } from "../rpc/peer.ts";
import type {
  RequestHandlerExtra,
  SendRequest,
  SetNotificationHandler,
  SetRequestHandler,
} from "./handler-types.ts";
import type { NotificationRow, RequestRow } from "./methods.ts";
import type { Side } from "./router.ts";

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

/** What users call on App and AppBridge alike. */
interface PeerMembers<EventMap> {
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
