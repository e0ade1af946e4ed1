import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CallEnd, CallEvent, ToolEntry } from "toolshed/api";
import { request } from "../../api/request.ts";
import { RequestError } from "../../api/request-error.ts";
import { useSession } from "../../api/use-session.ts";
import { showFailure } from "../../ui/toast/show-failure.ts";
import { type ReportEvent, streamCall } from "./call-stream.ts";
import { recall, remember } from "./memory.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface RunCall {
  readonly args: Arguments;
  readonly connection?: string | undefined;
  /** The arguments of the pages before, where only a cursor leads to the next one. */
  readonly trail: readonly Arguments[];
}

export interface ShownCall extends RunCall, CallEnd {
  readonly durationMs: number;
}

export type LogLine = Omit<Extract<CallEvent, { type: "log" }>, "type"> & { readonly number: number };
export type AskedQuestion = Omit<Extract<CallEvent, { type: "question" }>, "type">;
export type Answer =
  | { readonly action: "accept"; readonly content?: Record<string, unknown> }
  | { readonly action: "decline" };

export interface RunState {
  readonly is: "idle" | "running" | "cancelled" | "failed" | "done";
  readonly message?: string | undefined;
  /** What is on the page. It stays there while another page of it is loaded. */
  readonly shown?: ShownCall | undefined;
  /** The result before that one. */
  readonly previous?: ShownCall | undefined;
  readonly progress?: Omit<Extract<CallEvent, { type: "progress" }>, "type"> | undefined;
  /** The latest ones. */
  readonly log: readonly LogLine[];
  /** What the call waits for. */
  readonly question?: AskedQuestion | undefined;
}

export interface Run {
  readonly state: RunState;
  run(call: RunCall): void;
  /** Replaces the result by another page of it, once that is there. */
  turn(call: RunCall): void;
  cancel(): void;
  /** Answers the question of the call. Rejects if the gateway doesn't take the answer. */
  answer(answer: Answer): Promise<void>;
}

const maxLogLines = 500;

/** Shows a tool, one call at a time: with its View if it has one. Leaving the page cancels the call. */
export function useRun({ path }: Pick<ToolEntry, "path">): Run {
  const { id: userId } = useSession();
  const [state, setState] = useState<RunState>(() => {
    const { shown, previous } = recall(userId, path);
    return { is: shown ? "done" : "idle", log: [], shown, previous };
  });
  const running = useRef<AbortController>(undefined);
  const queries = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  async function start(call: RunCall, kept?: ShownCall) {
    const ending = new AbortController();
    running.current = ending;
    const last = state.shown ?? state.previous;
    setState({ is: "running", log: [], shown: kept, previous: last });
    const started = performance.now();
    const report = (event: ReportEvent) => {
      if (!ending.signal.aborted) setState((before) => withEvent(before, event));
    };
    const body = { arguments: call.args, connection: call.connection };
    const next = await streamCall(path, body, ending.signal, report).then(
      (end): Partial<RunState> => {
        const shown = { ...call, ...end, durationMs: performance.now() - started };
        remember(userId, path, { shown, previous: last });
        return { is: "done", shown };
      },
      (error: Error): Partial<RunState> => ({ is: "failed", message: toMessage(error), shown: kept }),
    );
    if (ending.signal.aborted) return;
    setState((before) => ({ ...before, ...next, progress: undefined, question: undefined }));
    queries.invalidateQueries({ queryKey: ["GET /calls"] }).catch(showFailure);
  }

  /** A session that has ended shows when the page asks for anything, and leads to signing in and back. */
  function toMessage(error: Error): string {
    if (!(error instanceof RequestError && error.status === 401)) return error.message;
    queries.invalidateQueries({ queryKey: ["GET /tools/:path"] }).catch(showFailure);
    return "Your session has ended. Sign in again: your arguments are kept.";
  }

  function cancel() {
    running.current?.abort();
    setState(({ shown, previous, log }) => ({ is: "cancelled", shown: shown ?? previous, previous, log }));
  }

  async function answer(given: Answer) {
    const { question } = state;
    if (!question) return;
    await request("POST /tools/:path/answers", {
      params: { path },
      body: { question: question.id, answer: given },
    });
    setState((before) => ({ ...before, question: undefined }));
  }

  return { state, run: (call) => start(call), turn: (call) => start(call, state.shown), cancel, answer };
}

let logLines = 0;

function withEvent(state: RunState, { type, ...event }: ReportEvent): RunState {
  if (type === "question") return { ...state, question: event as AskedQuestion };
  if (type === "progress") return { ...state, progress: event as NonNullable<RunState["progress"]> };
  const line = { ...(event as Omit<LogLine, "number">), number: logLines++ };
  return { ...state, log: [...state.log.slice(1 - maxLogLines), line] };
}
