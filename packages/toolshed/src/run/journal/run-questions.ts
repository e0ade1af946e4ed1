import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { approvalMessage } from "../../approval/approval-message.ts";
import type { Approval, Approvals } from "../../approval/approvals.ts";
import { Refusal } from "../../call/refusal.ts";
import type { ParsedCall, Run, RunVisit } from "../run.ts";
import { allowanceOf } from "./run-journal.ts";

export type RunQuestions = ReturnType<typeof createRunQuestions>;

/** Of what a tool asks: nobody fills in more. */
const maxQuestionLength = 2_000;
const maxFormLength = 20_000;

/** What the calls of runs ask of people. Where nobody has decided yet, the call is refused as waiting. */
export function createRunQuestions(approvals: Approvals) {
  return {
    /** Resolves with the id of an approval of this very call, or with nothing if it needs none. Otherwise rejects. */
    async approve(
      run: Run,
      { id, path, args }: ParsedCall,
      connection: string | null,
      visit: RunVisit,
    ): Promise<string | undefined> {
      if (run.allowed.has(allowanceOf({ path, connection }))) return undefined;
      const question = { caller: visit.caller, path, args, connection, run: { id: run.id, call: id } };
      const { id: approvalId, state, note } = await approvals.request(question);
      // A call that has asked something is made again, under the approval that it had the first time.
      if (state === "used" || (state === "approved" && (await approvals.take(question)))) return approvalId;
      if (state === "refused")
        throw new Refusal("denied", `${path} was refused by a person${note ? `: ${note}` : "."}`);
      run.isKept = true;
      throw new Refusal("waiting", `${path} waits for a person's approval.`, approvalId);
    },

    /** Brings a tool's question to the person. Where that cannot be, the run pauses, and the call is made again with the answer. */
    async elicit(
      run: Run,
      { id, path, args, connection }: ParsedCall,
      visit: RunVisit,
      { request, ordinal }: { request: ElicitRequest; ordinal: number },
    ): Promise<ElicitResult> {
      const schema = request.type === "form" ? request.schema : {};
      const question = {
        caller: visit.caller,
        path,
        args,
        connection: connection ?? null,
        run: { id: run.id, call: id },
        asks: { message: request.message.slice(0, maxQuestionLength), schema, ordinal },
      };
      let known = run.isKept ? await approvals.findFor(question) : undefined;
      if (!known) {
        const answer = await visit.elicit(request);
        if (answer.action !== "unavailable" || JSON.stringify(schema).length > maxFormLength) return answer;
        known = await approvals.request(question);
      }
      if (known.state === "approved") return { action: "accept", content: known.answer ?? {} };
      if (known.state === "refused") return { action: "decline" };
      run.isKept = true;
      throw new Refusal("waiting", `${path} waits for an answer to what it asks.`, known.id);
    },

    async waitingOf(runId: string): Promise<Approval[]> {
      return (await approvals.ofRun(runId)).filter(({ state }) => state === "waiting");
    },

    /** Asks through the client, where it can. Tells whether all has been decided. */
    async decideHere(waiting: readonly Approval[], { elicit }: RunVisit): Promise<boolean> {
      for (const approval of waiting) {
        // The person who could answer a tool's question has just been asked.
        if (approval.question) return false;
        const { path, arguments: args, connection } = approval;
        const { text, isWhole } = approvalMessage(path, JSON.parse(args), connection);
        if (!isWhole) return false;
        const { action } = await elicit({ type: "approval", message: text });
        if (action !== "accept" && action !== "decline") return false;
        await approvals.decide(approval, action === "accept");
      }
      return true;
    },
  };
}
