import { deleteSlowly } from "../store/delete-slowly.ts";
import type { Store } from "../store/store.ts";
import { fairShare } from "./fair-share.ts";

/** Counting takes a while, so it deletes enough to be of use for some time. */
const kept = 0.9;

/** Keeps the record within a number of calls. Those with the most calls lose their oldest ones, and nobody else's. */
export function createBoundCalls(store: Store, max: number): (signal?: AbortSignal) => Promise<void> {
  const { db, reads } = store;
  /** The result of the last count, and the latest id at that time. */
  let counted = { calls: 0, latest: 0 };

  async function count() {
    const rows = await reads
      .selectFrom("call_record")
      .select((row) => ["user_id as userId", row.fn.countAll().as("calls")] as const)
      .groupBy("user_id")
      .execute();
    return rows.map(({ userId, calls }) => ({ userId, calls: Number(calls) }));
  }

  async function deleteOldest(userId: string, calls: number, signal: AbortSignal | undefined): Promise<void> {
    let left = calls;
    await deleteSlowly<number>(store, {
      find: (limit) =>
        reads
          .selectFrom("call_record")
          .select("id as key")
          .where("user_id", "=", userId)
          .orderBy("id")
          .limit(Math.min(limit, left))
          .execute(),
      async remove(ids) {
        left -= ids.length;
        await db.deleteFrom("call_record").where("id", "in", ids).execute();
      },
      signal,
    });
  }

  return async (signal) => {
    const { latest } = await reads
      .selectFrom("call_record")
      .select((row) => row.fn.max("id").as("latest"))
      .executeTakeFirstOrThrow();
    // Every call has a larger id than those before it.
    if (counted.calls + Number(latest ?? 0) - counted.latest <= max) return;
    const owners = await count();
    const calls = owners.reduce((sum, owner) => sum + owner.calls, 0);
    counted = { calls, latest: Number(latest ?? 0) };
    if (calls <= max) return;
    const share = fairShare(
      owners.map((owner) => owner.calls),
      Math.floor(max * kept),
    );
    for (const { userId, calls } of owners)
      if (calls > share) await deleteOldest(userId, calls - share, signal);
    counted = { calls: Math.floor(max * kept), latest: Number(latest ?? 0) };
  };
}
