import type { RequestHandlerExtra } from "./handler-types.ts";
import type { NotificationRow, RequestRow } from "./methods.ts";

/** The rows of the table that one side receives, each under the name of its `on…` accessor. */
export interface Side {
  readonly requests: { readonly [name: string]: RequestRow };
  readonly events: { readonly [name: string]: NotificationRow };
}

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

/** The `on…` properties that follow from a side of the table. */
export type Handlers<S extends Side> = Accessors<S> & EventAccessors<EventMapOf<S>>;
