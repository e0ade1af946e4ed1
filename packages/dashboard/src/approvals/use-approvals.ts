import { useEffect, useState } from "react";
import type { ApprovalsAnswer } from "toolshed/api";
import { type RequestState, useRequest } from "../use-request.ts";

const refreshMs = 3_000;

/** What waits for a decision, asked again every few seconds and after each decision. */
export function useApprovals(): RequestState<ApprovalsAnswer> & { refresh(): void } {
  const [round, setRound] = useState(0);
  const refresh = () => setRound((last) => last + 1);
  useEffect(() => {
    const timer = setInterval(() => setRound((last) => last + 1), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return { ...useRequest<ApprovalsAnswer>(`/approvals?round=${round}`), refresh };
}
