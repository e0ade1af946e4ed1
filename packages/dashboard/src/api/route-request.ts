import type { ApiRoutes } from "toolshed/api";

export type Route = keyof ApiRoutes;
export type GetRoute = Extract<Route, `GET ${string}`>;
export type ChangeRoute = Exclude<Route, GetRoute>;
export type AnswerOf<R extends Route> = ApiRoutes[R]["answer"];

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Part<R extends Route, Name extends "query" | "body"> =
  ApiRoutes[R] extends Record<Name, infer Given> ? Record<Name, Given> : Partial<Record<Name, never>>;

/** What a route has to be given: the names in its path, its query and its body. */
export type RouteRequest<R extends Route> = Part<R, "body"> &
  Partial<Part<R, "query">> &
  ([NamesIn<R>] extends [never] ? { params?: never } : { params: Record<NamesIn<R>, string> });
