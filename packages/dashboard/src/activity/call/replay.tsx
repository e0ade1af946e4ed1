import { RotateCcw } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { CallEntry, ToolResult } from "toolshed/api";
import { request } from "../../api/request.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Section } from "../../ui/page/section.tsx";
import { Problem } from "../../ui/state/problem.tsx";
import { Skeleton } from "../../ui/state/skeleton.tsx";
import { duration } from "../../ui/text/duration.ts";

const CallResult = lazy(async () => ({ default: (await import("./call-result.tsx")).CallResult }));

type State =
  | { is: "idle" | "running" }
  | { is: "done"; result: ToolResult; durationMs: number }
  | { is: "failed"; message: string };

export interface Replay {
  readonly state: State;
  run(): void;
}

/** Makes the same call again, as the person who looks at it. */
export function useReplay(call: CallEntry | undefined): Replay {
  const [state, setState] = useState<State>({ is: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run() {
    if (!call) return;
    const { path, arguments: json, connection } = call;
    const ending = new AbortController();
    running.current?.abort();
    running.current = ending;
    setState({ is: "running" });
    const started = performance.now();
    const next = await request(
      "POST /tools/:path/call",
      { params: { path }, body: { arguments: JSON.parse(json), connection: connection ?? undefined } },
      ending.signal,
    ).then(
      (result): State => ({ is: "done", result, durationMs: performance.now() - started }),
      (error): State => ({ is: "failed", message: error.message }),
    );
    if (!ending.signal.aborted) setState(next);
  }

  return { state, run };
}

export function ReplayButton({ replay: { state, run } }: { replay: Replay }) {
  return (
    <Button size="small" busy={state.is === "running"} onClick={run}>
      <RotateCcw aria-hidden /> {state.is === "running" ? "Replaying…" : "Replay"}
    </Button>
  );
}

export function ReplayResult({ path, state }: { path: string; state: State }) {
  if (state.is === "idle") return null;
  return (
    <Section
      title="Replay"
      action={
        <span role="status" className="flex items-center gap-2 text-sm text-quiet">
          {state.is === "running" && "Running…"}
          {state.is === "done" && (
            <>
              <Badge tone={state.result.isError ? "bad" : "good"}>
                {state.result.isError ? "Failed" : "Done"}
              </Badge>
              {duration(state.durationMs)}
            </>
          )}
        </span>
      }
    >
      {state.is === "running" && <Skeleton rows={1} />}
      {state.is === "failed" && <Problem>{state.message}</Problem>}
      {state.is === "done" && (
        <Suspense fallback={<Skeleton rows={2} />}>
          <CallResult name={path} result={state.result} />
        </Suspense>
      )}
    </Section>
  );
}
