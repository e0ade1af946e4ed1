import { accountDate, hasChanged, type Store } from "../store/store.ts";

/** Where people are signed in. */
export function createSessions(store: Store) {
  const { db } = store;
  const time = (stored: Date | string) => new Date(stored).getTime();

  return {
    /** Those of one person, the last used first. */
    async list(userId: string) {
      const rows = await db
        .selectFrom("session")
        .select(["id", "userAgent", "createdAt", "updatedAt"])
        .where("userId", "=", userId)
        .where("expiresAt", ">", accountDate(store, Date.now()))
        .orderBy("updatedAt", "desc")
        .execute();
      return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
        id,
        userAgent: userAgent ?? "",
        createdAt: time(createdAt),
        lastUsedAt: time(updatedAt),
      }));
    },

    /** Tells whether the person has such a session. */
    end: (userId: string, id: string): Promise<boolean> =>
      hasChanged(db.deleteFrom("session").where((row) => row.and({ id, userId }))),

    async endOthers(userId: string, keptId: string): Promise<void> {
      await db.deleteFrom("session").where("userId", "=", userId).where("id", "!=", keptId).execute();
    },
  };
}
