import { useChange } from "../api/use-change.ts";

const outdated = ["GET /sources", "GET /sources/:id", "GET /sources/:id/review", "GET /tools"] as const;

/** Has a source looked at again: by asking it, or with a newer document. */
export function useRefresh(id: string) {
  const asking = useChange("POST /sources/:id/refresh", outdated);
  const reading = useChange("PUT /sources/:id/document", outdated);
  return {
    isBusy: asking.isPending || reading.isPending,
    error: reading.error ?? asking.error,
    refresh(text?: string) {
      if (text === undefined) asking.mutate({ params: { id } });
      else reading.mutate({ params: { id }, body: { text } });
    },
  };
}
