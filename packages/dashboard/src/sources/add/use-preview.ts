import { useCallback, useEffect, useRef, useState } from "react";
import type { BodyOf, PreviewEvent, SourcePreview } from "toolshed/api";
import { streamPreview } from "./preview-stream.ts";

export interface PreviewState {
  readonly status: "connecting" | "found" | "failed";
  readonly text: string;
  readonly code?: string | undefined;
  readonly lines: readonly string[];
  readonly preview?: SourcePreview;
}

type States = Readonly<Record<string, PreviewState>>;
type Requests = BodyOf<"POST /sources/preview">["sources"];

export interface Preview {
  readonly states: States;
  readonly isBusy: boolean;
  start(requests: Requests): void;
  /** Ends the programs that were started, and forgets what was found. */
  stop(): void;
}

/** Sources that are being connected, by their keys. Nothing of them is left when this is unmounted. */
export function usePreview(): Preview {
  const [states, setStates] = useState<States>({});
  const running = useRef<AbortController>(undefined);

  const stop = useCallback(() => {
    running.current?.abort();
    setStates({});
  }, []);

  const start = useCallback((requests: Requests) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setStates(
      Object.fromEntries(
        requests.map(({ key }) => [key, { status: "connecting", text: "Connecting…", lines: [] }]),
      ),
    );
    const fail = (text: string) =>
      setStates((before) =>
        Object.fromEntries(
          Object.entries(before).map(([key, state]) => [
            key,
            state.status === "connecting" ? { ...state, status: "failed", text } : state,
          ]),
        ),
      );
    streamPreview(
      { sources: requests },
      (event) => {
        if (!control.signal.aborted) setStates((before) => withEvent(before, event));
      },
      control.signal,
    )
      .then(() => fail("The gateway ended the connection. Try again."))
      .catch((error: Error) => {
        if (!control.signal.aborted) fail(error.message);
      });
  }, []);

  useEffect(() => () => running.current?.abort(), []);
  const isBusy = Object.values(states).some(({ status }) => status === "connecting");
  return { states, isBusy, start, stop };
}

function withEvent(states: States, event: PreviewEvent): States {
  if (event.type === "done") return states;
  const before = states[event.key];
  if (!before) return states;
  return { ...states, [event.key]: next(before, event) };
}

function next(before: PreviewState, event: Exclude<PreviewEvent, { type: "done" }>): PreviewState {
  switch (event.type) {
    case "progress":
      return { ...before, text: event.text };
    case "output":
      return { ...before, lines: event.lines };
    case "found":
      return { ...before, status: "found", text: "", preview: event.preview };
    case "failed":
      return { status: "failed", text: event.error, code: event.code, lines: event.lines };
  }
}
