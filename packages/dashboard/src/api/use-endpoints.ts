import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ListedEndpoint } from "toolshed/api";
import { request } from "./request.ts";

const route = "GET /endpoints";

/** The endpoints, as many pages of them as were asked for. */
export function useEndpointPages(): UseInfiniteQueryResult<ListedEndpoint[]> {
  return useInfiniteQuery({
    queryKey: [route, "pages"],
    queryFn: ({ pageParam: cursor, signal }) => request(route, { query: { cursor } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ endpoints }) => endpoints),
  });
}

/** All endpoints, for what has to know each of them. */
export function useAllEndpoints(): readonly ListedEndpoint[] {
  const { data = [] } = useQuery({
    queryKey: [route, "all"],
    queryFn: async ({ signal }) => {
      const all: ListedEndpoint[] = [];
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const { endpoints, next } = await request(route, { query: { limit: 500, cursor } }, signal);
        all.push(...endpoints);
        cursor = next;
      }
      return all;
    },
  });
  return data;
}
