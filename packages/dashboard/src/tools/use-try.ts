import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ToolEntry, ToolResult } from "toolshed/api";
import { request } from "../api/request.ts";
import { showFailure } from "../ui/show-failure.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface TryCall {
  readonly args: Arguments;
  readonly connection?: string | undefined;
  /** The arguments of the pages before, where only a cursor leads to the next one. */
  readonly trail: readonly Arguments[];
}

export interface ShownCall extends TryCall {
  readonly result: ToolResult;
  readonly durationMs: number;
}

export interface TryState {
  readonly is: "idle" | "running" | "cancelled" | "failed" | "done";
  readonly message?: string;
  /** What is on the page. It stays there while another page of it is loaded. */
  readonly shown?: ShownCall | undefined;
}

export interface Try {
  readonly state: TryState;
  run(call: TryCall): void;
  /** Replaces the result by another page of it, once that is there. */
  turn(call: TryCall): void;
  cancel(): void;
}

/** Shows a tool, one call at a time: with its View if it has one. Leaving the page cancels the call. */
export function useTry({ path }: Pick<ToolEntry, "path">): Try {
  const [state, setState] = useState<TryState>({ is: "idle" });
  const running = useRef<AbortController>(undefined);
  const queries = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  async function start(call: TryCall, shown?: ShownCall) {
    const ending = new AbortController();
    running.current = ending;
    setState({ is: "running", shown });
    const started = performance.now();
    const next = await request(
      "POST /tools/:path/call",
      { params: { path }, body: { arguments: call.args, connection: call.connection, show: true } },
      ending.signal,
    ).then(
      (result): TryState => ({
        is: "done",
        shown: { ...call, result, durationMs: performance.now() - started },
      }),
      (error): TryState => ({ is: "failed", message: error.message, shown }),
    );
    if (ending.signal.aborted) return;
    setState(next);
    queries.invalidateQueries({ queryKey: ["GET /calls"] }).catch(showFailure);
  }

  function cancel() {
    running.current?.abort();
    setState({ is: "cancelled", shown: state.shown });
  }

  return { state, run: (call) => start(call), turn: (call) => start(call, state.shown), cancel };
}
