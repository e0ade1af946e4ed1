import type { CallRequest } from "../call/create-call.ts";
import type { MadeCall } from "./run-answer.ts";
import type { Program, ScriptCall, Turn } from "./sandbox/sandbox.ts";

/** Who runs a script, with what program, and how that person can be asked. */
export type RunVisit = Pick<CallRequest, "caller" | "client" | "signal" | "elicit">;

export type ParsedCall = Omit<ScriptCall, "args"> & { readonly args: unknown };

/** A script on its way, which may be interrupted. */
export interface Run {
  readonly id: string;
  readonly program: Program;
  readonly script: string;
  readonly seed: number;
  readonly startedAt: number;
  readonly allowed: Set<string>;
  readonly calls: Map<number, MadeCall>;
  turns: readonly Turn[];
  /** Whether it has paused, so that something of it is in the store. */
  isKept: boolean;
}
