import type { Store } from "../store/store.ts";

/** Ends the recorded calls that wait for approvals, in the transaction that decides about these. */
export async function endWaitingCalls(
  db: Store["db"],
  approvalIds: readonly string[],
  outcome: "approved" | "denied" | "cancelled",
  note: string,
): Promise<void> {
  if (approvalIds.length === 0) return;
  await db
    .updateTable("call_record")
    .set({ outcome, note })
    .where("approval_id", "in", [...approvalIds])
    .where("outcome", "=", "waiting")
    .execute();
}
