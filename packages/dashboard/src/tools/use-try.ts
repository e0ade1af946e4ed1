import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ToolEntry, ToolResult } from "toolshed/api";
import { request } from "../api/request.ts";
import { showFailure } from "../ui/show-failure.ts";

export type TryState =
  | { is: "idle" | "running" | "cancelled" }
  | { is: "failed"; message: string }
  | { is: "done"; args: Record<string, unknown>; result: ToolResult; durationMs: number };

export interface Try {
  readonly state: TryState;
  run(args: Record<string, unknown>, connection?: string): void;
  cancel(): void;
}

/** Shows a tool, one call at a time: with its View if it has one. Leaving the page cancels the call. */
export function useTry({ path }: Pick<ToolEntry, "path">): Try {
  const [state, setState] = useState<TryState>({ is: "idle" });
  const running = useRef<AbortController>(undefined);
  const queries = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  async function run(args: Record<string, unknown>, connection?: string) {
    const ending = new AbortController();
    running.current = ending;
    setState({ is: "running" });
    const started = performance.now();
    const next = await request(
      "POST /tools/:path/call",
      { params: { path }, body: { arguments: args, connection, show: true } },
      ending.signal,
    ).then(
      (result): TryState => ({ is: "done", args, result, durationMs: performance.now() - started }),
      (error): TryState => ({ is: "failed", message: error.message }),
    );
    if (ending.signal.aborted) return;
    setState(next);
    queries.invalidateQueries({ queryKey: ["GET /calls"] }).catch(showFailure);
  }

  function cancel() {
    running.current?.abort();
    setState({ is: "cancelled" });
  }

  return { state, run, cancel };
}
