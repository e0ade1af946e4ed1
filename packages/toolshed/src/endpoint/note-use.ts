import type { Store } from "../store/store.ts";

const minuteMs = 60_000;

/** Notes that an endpoint is in use: once a minute at most, and no call waits for it. */
export function noteUse({ db }: Store): (endpointId: string) => void {
  const notedAt = new Map<string, number>();

  return (id) => {
    const now = Date.now();
    if (now - (notedAt.get(id) ?? 0) < minuteMs) return;
    notedAt.set(id, now);
    db.updateTable("endpoint")
      .set({ last_used_at: now })
      .where("id", "=", id)
      .execute()
      // It is told again in a minute, and what is wrong with the store is told by the call itself.
      .catch(() => notedAt.delete(id));
  };
}
