import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, RequestOf } from "toolshed/api";
import { request } from "./request.ts";
import type { RequestError } from "./request-error.ts";
import type { GetRoute } from "./route-names.ts";

/** How the answer of a route is asked for and kept. */
export function answerOptions<R extends GetRoute>(route: R, given: RequestOf<R>) {
  return queryOptions<AnswerOf<R>, RequestError>({
    queryKey: [route, given],
    queryFn: ({ signal }) => request(route, given, signal),
  });
}
