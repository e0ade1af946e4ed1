import type { ElicitRequest } from "@toolshed/sdk";
import { elicitThroughClient } from "../approval/question.ts";
import { UserError } from "../user-error.ts";
import { Cancellation } from "../work/cancellation.ts";
import { fitAnswer, textsOf } from "./fit-answer.ts";
import type { RunQuestions } from "./journal/run-questions.ts";
import { toPaused } from "./journal/to-paused.ts";
import { lengthOf, type Run, type RunVisit, toJournal } from "./run.ts";
import type { RunAnswer, WholeAnswer } from "./run-answer.ts";
import { defaultLimits } from "./sandbox/limits.ts";
import {
  noModules,
  type Sandbox,
  type SandboxOutcome,
  type ScriptError,
  type Turn,
} from "./sandbox/sandbox.ts";
import type { AnswerCall, ScriptCallParts } from "./script-calls.ts";

export interface AdvanceParts extends Pick<ScriptCallParts, "approvals" | "journal" | "visibility"> {
  readonly sandbox: Sandbox;
  readonly questions: RunQuestions;
  readonly answerCall: AnswerCall;
  approvalUrl(id: string): string;
}

/** Runs a script until it ends, or waits for a person who cannot be asked here. */
export type AdvanceRun = (run: Run, visit: RunVisit) => Promise<RunAnswer>;

/** What a run has asked and heard is stored when it pauses, and read when it continues. */
const maxPausedLength = 8 * 1024 * 1024;
const tooLongToPause: ScriptError = {
  name: "LimitError",
  message:
    "The run has to wait for a person, but its calls have passed more than 8 MB, which is too much to keep. Ask the tools for less, or make the call that needs approval first.",
};

type RunEnd = Pick<WholeAnswer, "success" | "value" | "error" | "paused">;

export function createAdvanceRun(parts: AdvanceParts): AdvanceRun {
  const { approvals, journal, visibility, sandbox, questions, answerCall, approvalUrl } = parts;

  /** Until the script ends or pauses and its calls have ended. */
  async function play(run: Run, visit: RunVisit): Promise<SandboxOutcome> {
    const signal = new Cancellation();
    const end = () => signal.abort();
    visit.signal.addEventListener("abort", end);
    const underWay = new Set<Promise<unknown>>();
    const outcome = await sandbox.run({
      userId: visit.caller.userId,
      identity: JSON.stringify(visit.caller),
      script: run.script,
      program: run.program,
      seed: run.seed,
      startedAt: run.startedAt,
      limits: defaultLimits,
      signal: visit.signal,
      history: run.turns,
      answer(call, withoutTime) {
        const elicit = (request: ElicitRequest) => withoutTime(visit.elicit(request));
        const reply = answerCall(run, call, { ...visit, signal, elicit }).finally(() =>
          underWay.delete(reply),
        );
        underWay.add(reply);
        return reply;
      },
    });
    // Calls of a script that was ended are told to end as well, and are in the answer.
    if (underWay.size > 0) end();
    visit.signal.removeEventListener("abort", end);
    await Promise.allSettled(underWay);
    return outcome;
  }

  async function forget({ id }: Run): Promise<void> {
    await journal.end(id);
    await approvals.forgetRuns([id]);
  }

  /** Stores the run and asks the person through the client. Gives nothing if they decided and it continues. */
  async function pause(run: Run, turns: readonly Turn[], visit: RunVisit): Promise<RunEnd | undefined> {
    run.turns = turns;
    run.isKept = true;
    if (lengthOf(turns) > maxPausedLength) {
      await forget(run);
      return { success: false, error: tooLongToPause };
    }
    try {
      await journal.pause(run.id, visit.caller, toJournal(run));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await forget(run);
      return { success: false, error: { name: "LimitError", message: error.message } };
    }
    const waiting = await questions.waitingOf(run.id);
    const isDecided = await questions.decideHere(waiting, visit);
    const claimed = isDecided ? await journal.claim(run.id) : undefined;
    if (!claimed) return { success: false, paused: toPaused(run.id, waiting, approvalUrl) };
    for (const allowance of claimed.allowed) run.allowed.add(allowance);
    return undefined;
  }

  /** Stores what is too long for the answer. */
  async function finish(whole: WholeAnswer, { caller }: RunVisit): Promise<RunAnswer> {
    const { answer, parts: cutParts } = fitAnswer(whole);
    if (cutParts.length === 0) return answer;
    const handle = await journal.keepOutput(caller, textsOf(whole));
    const message = `Too long to show. A script gets all of it with tools.output({ handle: "${handle}" }): { value, calls, logs }.`;
    return { ...answer, cut: { handle, parts: cutParts, message } };
  }

  return async (run, from) => {
    const elicit = async (request: ElicitRequest) => {
      const { caller } = await visibility(from.caller);
      return elicitThroughClient(caller, from.elicit)(request);
    };
    const visit = { ...from, elicit };
    let end: RunEnd | undefined;
    for (;;) {
      const { ending, logs } = await play(run, visit);
      if (ending.kind === "refused") {
        if (run.isKept) await journal.release(run.id);
        return failed(ending.error);
      }
      if (ending.kind === "paused") end = await pause(run, ending.turns, visit);
      else {
        if (run.isKept) await forget(run);
        end =
          ending.kind === "error"
            ? { success: false, error: friendly(ending.error, run) }
            : { success: true, value: ending.json };
      }
      if (!end) continue;
      const calls = [...run.calls].sort(([a], [b]) => a - b).map(([, call]) => call);
      return finish({ ...end, calls, logs }, visit);
    }
  };
}

/** The answer of a run that has not begun. */
export const failed = (error: ScriptError): RunAnswer => ({ success: false, error, calls: [], logs: [] });

/** QuickJS has its own words for a module's imports. */
function friendly(error: ScriptError, { script }: Run): ScriptError {
  const line = script.split("\n")[(error.line ?? 0) - 1] ?? "";
  const isModule = error.name === "SyntaxError" && /^\s*(import|export)\b/.test(line);
  return isModule ? { ...error, message: noModules } : error;
}
