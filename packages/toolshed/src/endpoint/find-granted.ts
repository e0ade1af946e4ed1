import type { Store } from "../store/store.ts";

/** What an access token opens: known, not revoked, made for us, and under a grant that still is. */
export async function findGranted({ db }: Store, hash: string, audiences: readonly string[]) {
  const row = await db
    .selectFrom("oauthAccessToken")
    .innerJoin("endpoint_grant", (join) =>
      join
        .onRef("endpoint_grant.client_id", "=", "oauthAccessToken.clientId")
        .onRef("endpoint_grant.user_id", "=", "oauthAccessToken.userId"),
    )
    .select(["endpoint_grant.endpoint_id as endpointId", "expiresAt", "resources"])
    .where("token", "=", hash)
    .where("revoked", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  // A client that names no resource gets a token for the only one there is.
  const resources = (typeof row.resources === "string" ? JSON.parse(row.resources) : row.resources) ?? [];
  if (resources.length > 0 && !resources.some((resource: string) => audiences.includes(resource)))
    return undefined;
  return { endpointId: row.endpointId, expiresAt: new Date(row.expiresAt).getTime() };
}
