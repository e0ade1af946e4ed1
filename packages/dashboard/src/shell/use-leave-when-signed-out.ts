import { useEffect } from "react";
import { queryClient } from "../api/query-client.ts";
import { RequestError } from "../api/request-error.ts";

/**
 * A session can end while a page is open: the next answer tells, and the way leads to signing in.
 * The page reloads for that, so that no data stays in its memory.
 */
export function useLeaveWhenSignedOut(): void {
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        const { error } = query.state;
        if (type !== "updated" || !(error instanceof RequestError && error.status === 401)) return;
        const next = encodeURIComponent(location.pathname + location.search);
        location.replace(`/sign-in?next=${next}`);
      }),
    [],
  );
}
