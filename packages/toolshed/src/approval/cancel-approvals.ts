import { endWaitingCalls } from "../record/end-waiting-calls.ts";
import type { Store } from "../store/store.ts";

/**
 * Cancels approvals that wait for a person or aren't used yet, and ends the runs that need them. Runs in the transaction
 * that takes away what the call would need, so that neither happens without the other. The waiting calls end as denied.
 * Returns whether anything was cancelled.
 */
export async function cancelApprovals(
  db: Store["db"],
  column: "id" | "endpoint_id" | "user_id",
  values: readonly string[],
  reason: string,
): Promise<boolean> {
  if (values.length === 0) return false;
  const cancel = (by: typeof column | "run_id", these: readonly string[]) =>
    db
      .updateTable("approval")
      .set({ state: "cancelled", note: reason, decided_at: Date.now(), arguments: "{}" })
      .where("state", "in", ["waiting", "approved"])
      .where(by, "in", [...these])
      .returning(["id", "run_id"])
      .execute();
  const cancelled = await cancel(column, values);
  const runs = [...new Set(cancelled.flatMap(({ run_id }) => run_id ?? []))];
  if (runs.length > 0) {
    cancelled.push(...(await cancel("run_id", runs)));
    await db.deleteFrom("run").where("id", "in", runs).where("state", "=", "paused").execute();
  }
  // Also the runs that wait only for someone to resume them.
  if (column !== "id")
    await db
      .deleteFrom("run")
      .where(column, "in", [...values])
      .where("state", "=", "paused")
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
