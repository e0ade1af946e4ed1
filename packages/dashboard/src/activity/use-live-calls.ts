import { useEffect, useMemo, useState } from "react";
import type { CallEntry, CallsQuery } from "toolshed/api";
import { listen } from "../api/listen.ts";
import { request } from "../api/request.ts";
import type { RequestError } from "../api/request-error.ts";
import { toUrl } from "../api/to-url.ts";
import { useVisible } from "../api/use-visible.ts";
import { mergeCalls } from "./merge-calls.ts";

export interface LiveCalls {
  /** Newest first. Nothing until the first are there. */
  readonly calls: readonly CallEntry[] | undefined;
  readonly error: RequestError | undefined;
  readonly state: "live" | "paused" | "connecting";
  readonly hasOlder: boolean;
  /** How many of the latest calls have been searched. */
  readonly searched: number;
  loadOlder(): Promise<void>;
}

const pageSize = 50;

/**
 * The latest calls, and each new one as it arrives. The stream resumes after the last known call, so calls made while
 * it was closed (a pause, a hidden tab, a stopped gateway) arrive when it reopens.
 */
export function useLiveCalls({ of, path, outcome, via, endpoint }: CallsQuery, paused: boolean): LiveCalls {
  const filter = useMemo(() => ({ of, path, outcome, via, endpoint }), [of, path, outcome, via, endpoint]);
  const [held, setHeld] = useState<{
    filter: CallsQuery;
    calls: readonly CallEntry[];
    latest: number;
    next: number | null;
  }>();
  const [error, setError] = useState<RequestError>();
  const [open, setOpen] = useState(false);
  const visible = useVisible();
  const isReady = held?.filter === filter;

  useEffect(() => {
    if (isReady) return;
    const ending = new AbortController();
    request("GET /calls", { query: { ...filter, limit: pageSize } }, ending.signal).then(
      ({ calls, latest, next }) => {
        setError(undefined);
        setHeld({ filter, calls, latest, next });
      },
      (reason) => !ending.signal.aborted && setError(reason),
    );
    return () => ending.abort();
  }, [filter, isReady]);

  const listens = isReady && visible && !paused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calls are read when it opens; later ones come through it
  useEffect(() => {
    if (!listens) return;
    let last = Math.max(held?.latest ?? 0, held?.calls[0]?.id ?? 0);
    return listen(() => toUrl("GET /calls/stream", { query: { ...filter, after: last } }), {
      open: setOpen,
      data(data) {
        const call: CallEntry = JSON.parse(data);
        last = Math.max(last, call.id);
        setHeld((before) =>
          before?.filter === filter ? { ...before, calls: mergeCalls(before.calls, [call]) } : before,
        );
      },
    });
  }, [filter, listens]);

  async function loadOlder() {
    const before = held?.next ?? undefined;
    const { calls, next } = await request("GET /calls", { query: { ...filter, limit: pageSize, before } });
    setHeld((now) => (now?.filter === filter ? { ...now, calls: mergeCalls(now.calls, calls), next } : now));
  }

  return {
    calls: isReady ? held.calls : undefined,
    error,
    state: paused ? "paused" : open ? "live" : "connecting",
    hasOlder: isReady && held.next !== null,
    searched: isReady ? held.latest + 1 - (held.next ?? 0) : 0,
    loadOlder,
  };
}
