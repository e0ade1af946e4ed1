import type { Caller } from "../policy/caller.ts";
import type { SourceTool } from "../source/source.ts";
import type { ApprovalRules, Verdict } from "./approval-rules.ts";

/** What happens before a call: rules first, then what the endpoint says of destructive ones. */
export type ApprovalGate = (tool: SourceTool, caller: Caller, inScript: boolean) => Promise<Verdict>;

export function createApprovalGate(rules: ApprovalRules): ApprovalGate {
  return async ({ path, destructive }, caller, inScript) => {
    const ruled = await rules.verdict(caller, path);
    if (ruled === "deny" || (destructive && caller.approval === "deny")) return "deny";
    if (ruled) return ruled;
    if (!destructive) return "allow";
    // A host shows its user a call before it is made, but it cannot show what a script will call.
    return caller.approval === "host" && !inScript ? "allow" : "ask";
  };
}
