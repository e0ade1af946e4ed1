import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { WaitingApprovals } from "toolshed/api";
import { listen } from "../api/listen.ts";
import type { GetRoute } from "../api/route-names.ts";
import { toUrl } from "../api/to-url.ts";
import { useVisible } from "../api/use-visible.ts";
import { pageTitle } from "../ui/page/page-title.ts";
import { showFailure } from "../ui/toast/show-failure.ts";
import { notifications, useNotifyState } from "./notifications.ts";

const outdated: GetRoute[] = ["GET /approvals", "GET /approvals/history"];

/**
 * How many calls wait for this person, as it changes; refetches their lists on every change. A hidden tab listens only to
 * show notifications.
 */
export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  const last = useRef<number>(undefined);
  const queries = useQueryClient();
  const router = useRouter();
  const visible = useVisible();
  const isListening = useNotifyState() === "on" || visible;
  useEffect(() => {
    if (!isListening) return;
    return listen(() => toUrl("GET /approvals/stream", {}), {
      data(data) {
        const { count }: WaitingApprovals = JSON.parse(data);
        setCount(count);
        pageTitle.setWaiting(count);
        if (document.hidden && count > (last.current ?? count))
          notifications.show(count, () => router.navigate({ to: "/approvals" }).catch(showFailure));
        last.current = count;
        for (const route of outdated) queries.invalidateQueries({ queryKey: [route] }).catch(showFailure);
      },
    });
  }, [isListening, queries, router]);
  useEffect(() => () => pageTitle.setWaiting(0), []);
  return count;
}
