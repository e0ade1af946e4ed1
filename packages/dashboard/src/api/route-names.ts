import type { RouteName } from "toolshed/api";

export type GetRoute = Extract<RouteName, `GET ${string}`>;
export type ChangeRoute = Exclude<RouteName, GetRoute>;
