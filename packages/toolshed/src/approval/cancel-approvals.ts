import { endWaitingCalls } from "../record/end-waiting-calls.ts";
import type { Store } from "../store/store.ts";

/**
 * Cancels what waits for a person, and what was approved and not used yet. Part of the transaction that takes away what
 * the call would need, so that neither happens without the other; the calls that waited end as denied. Tells whether there was anything.
 */
export async function cancelApprovals(
  db: Store["db"],
  column: "id" | "endpoint_id" | "user_id",
  values: readonly string[],
  reason: string,
): Promise<boolean> {
  if (values.length === 0) return false;
  const cancelled = await db
    .updateTable("approval")
    .set({ state: "cancelled", note: reason, decided_at: Date.now() })
    .where("state", "in", ["waiting", "approved"])
    .where(column, "in", [...values])
    .returning("id")
    .execute();
  const ids = cancelled.map(({ id }) => id);
  await endWaitingCalls(db, ids, "denied", reason);
  return ids.length > 0;
}

/** Cancels the approvals of calls that a role no longer allows. */
export async function cancelApprovalsOfRole(
  db: Store["db"],
  role: string,
  isAllowed: (path: string) => boolean,
): Promise<boolean> {
  const open = await db
    .selectFrom("approval")
    .leftJoin("endpoint", "endpoint.id", "approval.endpoint_id")
    .leftJoin("user", "user.id", "approval.user_id")
    .select(["approval.id", "approval.path"])
    .where("approval.state", "in", ["waiting", "approved"])
    // An endpoint of the team has a role of its own, a person's endpoint has the person's.
    .where((row) => row(row.fn.coalesce("endpoint.role", "user.role"), "=", role))
    .execute();
  const ids = open.filter(({ path }) => !isAllowed(path)).map(({ id }) => id);
  return cancelApprovals(db, "id", ids, "The role no longer allows this call.");
}
