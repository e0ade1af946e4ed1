import type { ApprovalRules } from "../approval/approval-rules.ts";
import type { Approval, Approvals } from "../approval/approvals.ts";
import { allowanceOf } from "./allowance-of.ts";
import type { RunJournal } from "./run-journal.ts";

/** How far an approval reaches: this call, every call of the path by this connection in this run, or every call of the path from this door. */
export type Reach = "once" | "run" | "always";

export interface DecideParts {
  readonly approvals: Approvals;
  readonly rules: ApprovalRules;
  readonly journal: RunJournal;
}

/** A person's decision. Tells whether the approval was still waiting. */
export type DecideApproval = (approval: Approval, isApproved: boolean, reach: Reach) => Promise<boolean>;

export function createDecideApproval({ approvals, rules, journal }: DecideParts): DecideApproval {
  return async (approval, isApproved, reach) => {
    const { id, userId, via, path, runId } = approval;
    if (!(await approvals.decide(id, isApproved))) return false;
    if (!isApproved || reach === "once") return true;
    if (reach === "always") await rules.add({ userId, role: null, via, pattern: path, effect: "allow" });
    if (runId === null) return true;
    const allowance = allowanceOf(approval);
    await journal.allow(runId, allowance);
    for (const other of await approvals.ofRun(runId)) {
      if (allowanceOf(other) === allowance && other.state === "waiting")
        await approvals.decide(other.id, true);
    }
    return true;
  };
}
