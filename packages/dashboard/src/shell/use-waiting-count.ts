import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { WaitingApprovals } from "toolshed/api";
import { listen } from "../api/listen.ts";
import type { GetRoute } from "../api/route-names.ts";
import { toUrl } from "../api/to-url.ts";
import { useVisible } from "../api/use-visible.ts";
import { showFailure } from "../ui/show-failure.ts";

const told: GetRoute = "GET /approvals";

/** How many calls wait for this person, as it changes; refetches their list on every change. */
export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  const queries = useQueryClient();
  const visible = useVisible();
  useEffect(() => {
    if (!visible) return;
    return listen(() => toUrl("GET /approvals/stream", {}), {
      data(data) {
        const waiting: WaitingApprovals = JSON.parse(data);
        setCount(waiting.count);
        queries.invalidateQueries({ queryKey: [told] }).catch(showFailure);
      },
    });
  }, [visible, queries]);
  return count;
}
