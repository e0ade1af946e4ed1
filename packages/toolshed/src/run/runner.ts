import type { Approval } from "../approval/approvals.ts";
import { checkAnswer } from "../approval/question.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Caller } from "../policy/caller.ts";
import { createNearestPaths } from "../search/nearest-paths.ts";
import { createAdvanceRun, failed } from "./advance-run.ts";
import { checkScript } from "./check/check-script.ts";
import { createDescribeMissing } from "./check/missing-tool.ts";
import { createRunQuestions } from "./journal/run-questions.ts";
import { isForm, toPaused } from "./journal/to-paused.ts";
import { createRun, fromJournal, type RunVisit } from "./run.ts";
import type { PausedQuestion, RunAnswer } from "./run-answer.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { createAnswerCall, type ScriptCallParts } from "./script-calls.ts";

export interface RunnerParts extends ScriptCallParts {
  readonly jobs: Jobs;
  readonly sandbox: Sandbox;
  approvalUrl(id: string): string;
}

export interface ResumeRequest {
  readonly executionId: string;
  readonly approved?: boolean | undefined;
  readonly data?: unknown;
}

export type ResumeAnswer = RunAnswer | UnresolvedRun;

export interface UnresolvedRun {
  readonly executionId: string;
  readonly resolved: false;
  readonly message: string;
  /** What a tool still asks, if one does. */
  readonly question?: PausedQuestion | undefined;
}

/** Runs scripts. Never rejects for what a script does: that is in the answer. */
export interface Runner {
  run(script: string, check: boolean, visit: RunVisit): Promise<RunAnswer>;
  /** Continues a paused run with what a person has decided, or tells that nobody has. */
  resume(request: ResumeRequest, visit: RunVisit): Promise<ResumeAnswer>;
}

const maxScriptLength = 200_000;

export function createRunner(parts: RunnerParts): Runner {
  const { approvals, catalog, jobs, journal, visibility, approvalUrl } = parts;
  const describeMissing = createDescribeMissing(createNearestPaths(parts.index));
  const questions = createRunQuestions(approvals);
  const answerCall = createAnswerCall(parts, questions, describeMissing);
  const advance = createAdvanceRun({ ...parts, questions, answerCall });

  async function check(script: string, { caller, signal }: RunVisit) {
    const visible = await visibility(caller);
    return checkScript(
      script,
      { jobs, catalog, visible, describeMissing },
      { userId: caller.userId, signal },
    );
  }

  /** Stores what the caller decides about a run that waits, or gives what is wrong with it. */
  async function decide(
    { approved, data }: ResumeRequest,
    undecided: readonly Approval[],
    { modelApproves = false }: Caller,
  ): Promise<string | undefined> {
    const form = undecided.find(isForm);
    if (approved === false) {
      const note = data === undefined ? undefined : JSON.stringify(data).slice(0, 1_000);
      for (const approval of undecided) await approvals.decide(approval, false, { note });
    } else if (form?.question && data !== undefined) {
      const problem = checkAnswer(form.question, data);
      if (problem !== undefined) return `data does not fit: ${problem}.`;
      await approvals.decide(form, true, { answer: data as Record<string, unknown> });
    }
    if (approved && modelApproves) {
      for (const approval of undecided) if (!isForm(approval)) await approvals.decide(approval, true);
    }
    return undefined;
  }

  return {
    async run(script, isChecked, visit) {
      if (script.length > maxScriptLength) {
        return failed({ name: "Error", message: `The script is longer than ${maxScriptLength} characters.` });
      }
      const checked = isChecked ? await check(script, visit) : { program: undefined };
      return "error" in checked ? failed(checked.error) : advance(createRun(script, checked.program), visit);
    },

    async resume(request, visit) {
      const { executionId, approved } = request;
      const found = await journal.find(executionId);
      const { userId, via, endpointId } = visit.caller;
      const unresolved = (message: string, waiting: readonly Approval[] = []): UnresolvedRun => {
        const { question } = toPaused(executionId, waiting, approvalUrl);
        return { executionId, resolved: false, message, ...(question && { question }) };
      };
      const isSameDoor = found?.endpointId == null ? found?.via === via : found.endpointId === endpointId;
      if (found?.userId !== userId || !isSameDoor) return unresolved("No run with this id waits here.");
      if (found.state === "running") {
        return unresolved(
          "This run is still running, or was running when its gateway stopped and cannot be continued.",
        );
      }
      const undecided = await questions.waitingOf(executionId);
      const problem = await decide(request, undecided, visit.caller);
      if (problem !== undefined) return unresolved(problem, undecided);
      const waiting = await questions.waitingOf(executionId);
      if (waiting.length > 0) {
        const { message, approvals: forPeople } = toPaused(executionId, waiting, approvalUrl);
        const isForPeople = approved && forPeople.length > 0;
        return unresolved(`Pending. ${isForPeople ? "Only a person can approve. " : ""}${message}`, waiting);
      }
      const claimed = await journal.claim(executionId);
      if (!claimed) return unresolved("Another client is already continuing this run.");
      return advance(fromJournal(executionId, claimed), visit);
    },
  };
}
