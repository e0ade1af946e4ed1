import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen } from "../api/listen.ts";
import type { GetRoute } from "../api/route-names.ts";
import { toUrl } from "../api/to-url.ts";
import { useVisible } from "../api/use-visible.ts";
import { showFailure } from "../ui/toast/show-failure.ts";

const outdated: readonly GetRoute[] = ["GET /calls", "GET /stats"];
const pauseMs = 1_500;

/** Refetches what is known of calls after new ones, and not more often than a person can read it. */
export function useCallNews(of: "all" | undefined): void {
  const queries = useQueryClient();
  const visible = useVisible();
  useEffect(() => {
    if (!visible) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer = undefined;
      Promise.all(outdated.map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] }))).catch(
        showFailure,
      );
    };
    const stop = listen(() => toUrl("GET /calls/stream", { query: { of } }), {
      data() {
        timer ??= setTimeout(refetch, pauseMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [visible, queries, of]);
}
