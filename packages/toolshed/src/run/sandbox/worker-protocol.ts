import type { Limits } from "./limits.ts";
import type { Ending, LogLine, Program, ScriptCall, SettledCall, Turn } from "./sandbox.ts";

export type ToWorker =
  | { readonly type: "run"; readonly run: WorkerRun }
  | { readonly type: "turn"; readonly at: number; readonly settled: readonly SettledCall[] }
  | { readonly type: "stop" };

export interface WorkerRun {
  /** Changes with the user: worlds of two users share no memory, not even one after the other. */
  readonly userId: string;
  readonly program: Program;
  readonly seed: number;
  readonly startedAt: number;
  readonly limits: Limits;
  readonly history: readonly Turn[];
}

/** Answers each message but `stop`: what the script did until it had to wait. */
export interface FromWorker {
  readonly calls: readonly ScriptCall[];
  readonly timers: readonly ScriptTimer[];
  readonly cancelled: readonly number[];
  readonly logs: readonly LogLine[];
  readonly ending?: Ending;
  /** Whether the thread is good for another run. */
  readonly spent?: true;
}

export interface ScriptTimer {
  readonly id: number;
  readonly delayMs: number;
}
