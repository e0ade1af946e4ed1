import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { CallEntry, CallsQuery } from "toolshed/api";
import { gatewayState } from "../../api/gateway-state.ts";
import { listen } from "../../api/listen.ts";
import { request } from "../../api/request.ts";
import type { RequestError } from "../../api/request-error.ts";
import { toUrl } from "../../api/to-url.ts";
import { useVisible } from "../../api/use-visible.ts";
import { addArrived, type HeldCalls, maxMerged, mergeCalls } from "./merge-calls.ts";

export interface LiveCalls {
  /** Newest first. Those of the last filter until the first of this one are there. */
  readonly calls: readonly CallEntry[] | undefined;
  /** Whether the calls are those of another filter. */
  readonly isStale: boolean;
  /** How many new calls wait until the list may move. */
  readonly waiting: number;
  readonly error: RequestError | undefined;
  readonly state: "live" | "paused" | "connecting" | "lost";
  /** When the connection was lost, if it was. */
  readonly lostAt: number | undefined;
  readonly hasOlder: boolean;
  /** How many of the latest calls have been searched. */
  readonly searched: number;
  loadOlder(): Promise<void>;
  /** Adds the calls that wait to the list. */
  showWaiting(): void;
  retry(): void;
}

const pageSize = 100;
/** Calls that arrive within this time are shown together. */
const gatherMs = 200;

/**
 * The latest calls, and each new one as it arrives. The stream resumes after the last known call, so calls made while
 * it was closed (a pause, a hidden tab, a stopped gateway) arrive when it reopens. While `isReading` says so, new calls
 * wait; those that are listed already are updated in place.
 */
export function useLiveCalls(query: CallsQuery, paused: boolean, isReading: () => boolean): LiveCalls {
  const json = JSON.stringify(query);
  const filter = useMemo((): CallsQuery => JSON.parse(json), [json]);
  const [held, setHeld] = useState<HeldCalls>();
  const [error, setError] = useState<RequestError>();
  const [open, setOpen] = useState(false);
  const [lostAt, setLostAt] = useState<number>();
  const [tries, setTries] = useState(0);
  const visible = useVisible();
  const gateway = useSyncExternalStore(gatewayState.subscribe, gatewayState.get);
  const isReady = held?.filter === filter;
  const reading = useRef(isReading);
  reading.current = isReading;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry, and a gateway that is back, ask again
  useEffect(() => {
    if (isReady) return;
    const ending = new AbortController();
    request("GET /calls", { query: { ...filter, limit: pageSize } }, ending.signal).then(
      ({ calls, latest, next }) => {
        setError(undefined);
        setHeld({ filter, calls, latest, next, waiting: [] });
      },
      (reason) => !ending.signal.aborted && setError(reason),
    );
    return () => ending.abort();
  }, [filter, isReady, tries, gateway]);

  // While the gateway is away, the shell asks for it; the stream reconnects as soon as it answers.
  const listens = isReady && visible && !paused && gateway === "answers";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calls are read when it opens; later ones come through it
  useEffect(() => {
    if (!listens) return;
    let last = Math.max(held?.latest ?? 0, held?.calls[0]?.id ?? 0, held?.waiting[0]?.id ?? 0);
    let isEnding = false;
    let wasOpen = false;
    let gathered: CallEntry[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    function deliver() {
      timer = undefined;
      const arrived = gathered;
      gathered = [];
      const mayMove = !reading.current();
      setHeld((before) => (before?.filter === filter ? addArrived(before, arrived, mayMove) : before));
    }

    const stop = listen(() => toUrl("GET /calls/stream", { query: { ...filter, after: last } }), {
      open(isOpen) {
        setOpen(isOpen);
        if (isOpen) setLostAt(undefined);
        else if (!isEnding) {
          if (wasOpen) setLostAt(Date.now());
          // Tells the whole page, if the gateway is away.
          request("GET /status", {}).catch(() => {});
        }
        wasOpen = isOpen;
      },
      data(data) {
        const call: CallEntry = JSON.parse(data);
        last = Math.max(last, call.id);
        gathered.push(call);
        timer ??= setTimeout(deliver, gatherMs);
      },
    });
    return () => {
      isEnding = true;
      stop();
      clearTimeout(timer);
      if (gathered.length > 0) deliver();
    };
  }, [filter, listens]);

  const showWaiting = useCallback(() => {
    setHeld((now) => {
      if (!now || now.waiting.length === 0) return now;
      // Too many to add: the list starts again with the latest.
      if (now.waiting.length >= maxMerged) return { ...now, filter: {} };
      return addArrived({ ...now, waiting: [] }, now.waiting, true);
    });
  }, []);

  async function loadOlder() {
    const before = held?.next ?? undefined;
    const { calls, next } = await request("GET /calls", { query: { ...filter, limit: pageSize, before } });
    setHeld((now) => (now?.filter === filter ? { ...now, calls: mergeCalls(now.calls, calls), next } : now));
  }

  const isLost = gateway === "silent" || lostAt !== undefined;
  return {
    calls: held?.calls,
    isStale: held !== undefined && !isReady,
    waiting: held?.waiting.length ?? 0,
    error,
    state: paused ? "paused" : open ? "live" : isLost ? "lost" : "connecting",
    lostAt,
    hasOlder: isReady && held.next !== null,
    searched: isReady ? held.latest + 1 - (held.next ?? 0) : 0,
    loadOlder,
    showWaiting,
    retry: () => setTries(tries + 1),
  };
}
