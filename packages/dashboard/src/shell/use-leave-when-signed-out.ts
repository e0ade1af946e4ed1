import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { queryClient } from "../api/query-client.ts";
import { RequestError } from "../api/request-error.ts";

/** A session can end while a page is open: the next answer tells, and the way leads to signing in. */
export function useLeaveWhenSignedOut(): void {
  const router = useRouter();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        const { error } = query.state;
        if (type !== "updated" || !(error instanceof RequestError && error.status === 401)) return;
        queryClient.clear();
        router.invalidate();
      }),
    [router],
  );
}
