import type { Store } from "../store/store.ts";

/** When the last token of each of these clients of a person ends, by the client's id. */
export async function grantEnds(
  { reads }: Store,
  userId: string,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  if (clientIds.length === 0) return ends;
  for (const table of ["oauthRefreshToken", "oauthAccessToken"] as const) {
    const rows = await reads
      .selectFrom(table)
      .select(({ fn }) => ["clientId", fn.max("expiresAt").as("expiresAt")])
      .where("userId", "=", userId)
      .where("clientId", "in", clientIds)
      .where("revoked", "is", null)
      .groupBy("clientId")
      .execute();
    for (const { clientId, expiresAt } of rows) {
      ends.set(clientId, Math.max(ends.get(clientId) ?? 0, new Date(expiresAt).getTime()));
    }
  }
  return ends;
}
