import { approvalMessage } from "../approval/approval-message.ts";
import { type ApprovalRules, decideBefore } from "../approval/approval-rules.ts";
import type { Approvals } from "../approval/approvals.ts";
import type { SourceTool } from "../source/source.ts";
import type { CallRequest } from "./call.ts";
import { Refusal } from "./refusal.ts";

export interface AskParts {
  readonly approvalRules: Pick<ApprovalRules, "verdict">;
  readonly approvals: Approvals;
  /** Where a person finds an approval that waits. */
  approvalUrl(id: string): string;
}

/** Resolves if the call may be made, with the approval it used up if there is one. Otherwise rejects with a refusal. */
export type AskPerson = (
  tool: SourceTool,
  request: CallRequest,
  connection: string | null,
) => Promise<string | undefined>;

/** More than this is not asked, and not kept while it waits. */
const maxApprovedLength = 256 * 1024;

export function createAskPerson({ approvalRules, approvals, approvalUrl }: AskParts): AskPerson {
  return async (tool, request, connection) => {
    const { caller, args, elicit, approve } = request;
    const { path } = tool;
    const verdict = await decideBefore(approvalRules, tool, caller, approve !== undefined);
    if (verdict === "allow") return undefined;
    if (verdict === "deny") {
      const isByEndpoint = tool.destructive && caller.approval === "deny";
      throw new Refusal(
        "denied",
        isByEndpoint
          ? `${path} is destructive, and this endpoint refuses destructive calls.`
          : `${path} is denied by a rule.`,
      );
    }
    const length = JSON.stringify(args ?? {}).length;
    if (length > maxApprovedLength) {
      throw new Refusal(
        "denied",
        `${path} needs a person's approval, and nobody can judge ${Math.ceil(length / 1024)} KB of arguments: call it with less at a time.`,
      );
    }
    if (approve) return approve(tool, connection);

    const question = { caller, path, args, connection };
    const known = await approvals.findFor(question);
    if (known?.state === "approved" && (await approvals.take(question))) return known.id;
    const { text, isWhole } = approvalMessage(path, args, connection, caller.viewPath);
    // What a client can't show whole is decided on the page, where the person can reveal it.
    const { action } = isWhole
      ? await elicit({ type: "approval", message: text })
      : { action: "unavailable" as const };
    if (action === "accept") return undefined;
    if (action !== "unavailable") throw new Refusal("denied", `The call of ${path} was not approved.`);
    const { id } = await approvals.request(question);
    const url = approvalUrl(id);
    throw new Refusal(
      "waiting",
      caller.audience === "app"
        ? `This waits for your approval: ${url}`
        : `${path} needs a person's approval. Ask the user to decide at ${url} and then make the same call again.`,
      id,
    );
  };
}
