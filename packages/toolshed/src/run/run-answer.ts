import type { LogLine, LogText, ScriptError } from "./sandbox/sandbox.ts";

/** What a run did, as the model that wrote it is told. */
export interface RunAnswer {
  readonly success: boolean;
  readonly value?: unknown;
  readonly error?: ScriptError;
  readonly calls: readonly RunCall[];
  readonly logs: readonly LogLine[];
  readonly paused?: PausedRun;
  /** Where something had to be left out. */
  readonly cut?: { readonly handle: string; readonly parts: readonly string[]; readonly message: string };
}

export interface RunCall {
  readonly path: string;
  readonly args: unknown;
  /** The connection that the script has named. */
  readonly connection?: string;
  readonly ok: boolean;
  readonly durationMs: number;
}

/** All that a run did. What can be long is JSON text, which is cut or stored without being parsed. */
export interface WholeAnswer extends Pick<RunAnswer, "success" | "error" | "paused"> {
  readonly value?: string | undefined;
  readonly calls: readonly MadeCall[];
  readonly logs: LogText;
}

export interface MadeCall extends Omit<RunCall, "args"> {
  readonly args: string;
}

/** A run that waits for a person. */
export interface PausedRun {
  readonly executionId: string;
  /** The first of the calls that wait. */
  readonly toolPath: string;
  readonly args: unknown;
  readonly message: string;
  /** What only a person can decide. */
  readonly approvals: readonly {
    readonly path: string;
    readonly args: unknown;
    readonly connection?: string;
    readonly url: string;
  }[];
  /** What a tool asks in the middle of its call, if one does: `resume` takes the answer as `data`. */
  readonly question?: PausedQuestion;
}

export interface PausedQuestion {
  readonly path: string;
  readonly message: string;
  /** What `data` has to fit. */
  readonly schema: unknown;
  readonly url: string;
}
