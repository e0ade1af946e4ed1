import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf, RequestOf } from "toolshed/api";
import { request } from "./request.ts";
import type { RequestError } from "./request-error.ts";
import type { ChangeRoute, GetRoute } from "./route-names.ts";

/** Changes something, then refetches the affected answers. */
export function useChange<R extends ChangeRoute>(
  route: R,
  outdated: readonly GetRoute[],
): UseMutationResult<AnswerOf<R>, RequestError, RequestOf<R>> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given) => request(route, given),
    onSuccess: () =>
      Promise.all(outdated.map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] }))),
  });
}
