import type { CallSignal } from "../../work/cancellation.ts";
import type { LimitName, Limits } from "./limits.ts";

/** A call that a script made: of a tool by its path, with arguments in JSON. Ids count from 1 in the order of making. */
export interface ScriptCall {
  readonly id: number;
  readonly path: string;
  readonly args: string;
  /** The name of the connection that it is to use, where the script gives one. */
  readonly connection?: string;
}

/** The result or the error of a call: JSON, or a message. */
export type CallReply =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly error: string };

/** What reached a script at one moment: `at` is what its clock showed from then on. */
export interface Turn {
  readonly at: number;
  readonly settled: readonly SettledCall[];
}

export interface SettledCall {
  readonly call: ScriptCall;
  readonly reply: CallReply;
}

export interface LogLine {
  readonly level: "debug" | "info" | "log" | "warn" | "error";
  readonly message: string;
}

/** Many lines as one text, which passes from thread to thread without being read. */
export interface LogText {
  readonly count: number;
  /** Each line is a `LogLine` in JSON, followed by a comma and a line break. */
  readonly json: string;
}

export interface ScriptError {
  readonly name: string;
  readonly message: string;
  /** In the script, counted from 1. Absent where the error does not come from one place. */
  readonly line?: number;
  readonly column?: number;
  readonly limit?: LimitName;
}

export interface SandboxJob {
  /** Whose run it is: runs of one user do not hold up another's. */
  readonly userId: string;
  /** Differs between callers that may do different things: what one leaves in memory, no other finds. */
  readonly identity: string;
  readonly script: string;
  /** The script without its types, where that is known already. */
  readonly program?: Program | undefined;
  /** Of the run's random numbers. */
  readonly seed: number;
  /** What the run's clock shows until the first turn. */
  readonly startedAt: number;
  readonly limits: Limits;
  /** What is left of the time limit. Absent for all of it. */
  readonly timeLeftMs?: number;
  readonly signal: CallSignal;
  /** Turns of an earlier run of the same script, which are repeated instead of making their calls again. */
  readonly history: readonly Turn[];
  /** Answers a call, or says that the run has to pause for it. Never rejects. */
  answer(call: ScriptCall, withoutTime: WithoutTime): Promise<CallReply | "pause">;
}

/** While this waits, for a person, the time of the run stands still. */
export type WithoutTime = <T>(waiting: Promise<T>) => Promise<T>;

/** What is run: a script without its types. Its value is what it returns, or its last expression. */
export interface Program {
  readonly code: string;
  readonly gives: "return" | "last expression";
  /** Lines that were put before the script's own. */
  readonly addedLines: number;
}

export type ScriptEnding =
  /** The script has not begun: there was no place for it, or it could not be parsed in the time for that. */
  | { readonly kind: "refused"; readonly error: ScriptError }
  | { readonly kind: "value"; readonly json: string | undefined }
  | { readonly kind: "error"; readonly error: ScriptError }
  /** Calls under way were waited for; with these turns as history the run can continue. */
  | { readonly kind: "paused"; readonly turns: readonly Turn[] };

export const noModules = "A script can neither import nor export: it has tools, and nothing else.";
export const tooComplex: ScriptError = {
  name: "SyntaxError",
  message: "The script is too complex to parse. Split up long and deeply nested expressions.",
};

export interface SandboxOutcome {
  readonly ending: ScriptEnding;
  readonly logs: LogText;
}

/** Runs scripts, each in a fresh VM without network, files, environment or a way to the host but its calls. */
export interface Sandbox {
  /** Never rejects: failures are in the outcome. */
  run(job: SandboxJob): Promise<SandboxOutcome>;
}
