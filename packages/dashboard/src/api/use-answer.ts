import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { AnswerOf, RequestOf } from "toolshed/api";
import { answerOptions } from "./answer-options.ts";
import type { RequestError } from "./request-error.ts";
import type { GetRoute } from "./route-names.ts";

/** The answer of a route. While another is on its way, the last one stays. */
export function useAnswer<R extends GetRoute>(
  route: R,
  given: RequestOf<R>,
  { enabled = true, refreshMs }: { enabled?: boolean; refreshMs?: number } = {},
): UseQueryResult<AnswerOf<R>, RequestError> {
  return useQuery({
    ...answerOptions(route, given),
    placeholderData: keepPreviousData,
    enabled,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  });
}
