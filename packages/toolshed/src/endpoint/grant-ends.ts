import type { Store } from "../store/store.ts";

/** When the last token of each of a person's clients ends, by the client's id. */
export async function grantEnds({ db }: Store, userId: string): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  for (const table of ["oauthRefreshToken", "oauthAccessToken"] as const) {
    const rows = await db
      .selectFrom(table)
      .select(({ fn }) => ["clientId", fn.max("expiresAt").as("expiresAt")])
      .where("userId", "=", userId)
      .where("revoked", "is", null)
      .groupBy("clientId")
      .execute();
    for (const { clientId, expiresAt } of rows) {
      ends.set(clientId, Math.max(ends.get(clientId) ?? 0, new Date(expiresAt).getTime()));
    }
  }
  return ends;
}
