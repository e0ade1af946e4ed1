import type { ApprovalRules } from "../../approval/approval-rules.ts";
import type { Approval, Approvals } from "../../approval/approvals.ts";
import { checkAnswer, hasFields } from "../../approval/question.ts";
import { UserError } from "../../user-error.ts";
import { allowanceOf, type RunJournal } from "./run-journal.ts";

/** How far an approval reaches: this call, every call of the path by this connection in this run, or every call of the path from this door. */
export type Reach = "once" | "run" | "always";

export interface DecideParts {
  readonly approvals: Approvals;
  readonly rules: ApprovalRules;
  readonly journal: RunJournal;
}

export interface Decision {
  readonly isApproved: boolean;
  readonly reach: Reach;
  /** To the question of a tool. */
  readonly answer?: Approval["answer"] | undefined;
  /** The id of the person who decides in the dashboard. */
  readonly by?: string | undefined;
}

/** A person's decision. Tells whether the approval was still waiting; rejects with an answer that does not fit. */
export type DecideApproval = (approval: Approval, decision: Decision) => Promise<boolean>;

export function createDecideApproval({ approvals, rules, journal }: DecideParts): DecideApproval {
  return async (approval, { isApproved, reach, answer, by }) => {
    const { userId, via, endpointId, path, runId, question } = approval;
    if (question) {
      const given = hasFields(question) ? answer : {};
      const problem = isApproved ? checkAnswer(question, given) : undefined;
      if (problem !== undefined) throw new UserError(`The answer does not fit: ${problem}.`);
      return approvals.decide(approval, isApproved, { answer: isApproved ? given : undefined, by });
    }
    if (!(await approvals.decide(approval, isApproved, { by }))) return false;
    if (!isApproved || reach === "once") return true;
    if (reach === "always")
      await rules.set({ userId, role: null, via, endpointId, pattern: path, effect: "allow" });
    if (runId === null) return true;
    const allowance = allowanceOf(approval);
    await journal.allow(runId, allowance);
    for (const other of await approvals.ofRun(runId)) {
      const isAlike = allowanceOf(other) === allowance && other.question === null;
      if (isAlike && other.state === "waiting") await approvals.decide(other, true, { by });
    }
    return true;
  };
}
