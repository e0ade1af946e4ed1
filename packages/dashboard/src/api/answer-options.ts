import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { RequestError } from "./request-error.ts";
import type { AnswerOf, GetRoute, RouteRequest } from "./route-request.ts";

/** How the answer of a route is asked for and kept. */
export function answerOptions<R extends GetRoute>(route: R, given: RouteRequest<R>) {
  return queryOptions<AnswerOf<R>, RequestError>({
    queryKey: [route, given],
    queryFn: ({ signal }) => request(route, given, signal),
  });
}
