import { team } from "../credential/connections.ts";
import type { Store } from "../store/store.ts";
import { selectEndpoints, toEndpoint } from "./endpoint-row.ts";
import type { EndpointPage, ListedEndpoint } from "./endpoints.ts";

export async function listEndpoints(
  store: Store,
  userId: string,
  { limit, after }: EndpointPage,
): Promise<ListedEndpoint[]> {
  let query = selectEndpoints(store.reads)
    .leftJoin("user as creator", "creator.id", "endpoint.created_by")
    .select(["creator.name as createdBy", "endpoint.last_used_at as lastUsedAt"])
    .select((row) =>
      row
        .selectFrom("endpoint_token")
        // Nothing where one of them never ends.
        .select(({ case: choose, fn }) =>
          choose()
            .when(fn.countAll(), "=", fn.count("expires_at"))
            .then(fn.max("expires_at"))
            .end()
            .as("end"),
        )
        .whereRef("endpoint_token.endpoint_id", "=", "endpoint.id")
        .as("expiresAt"),
    )
    .where("endpoint.user_id", "=", userId)
    .orderBy("endpoint.created_at")
    .orderBy("endpoint.id")
    .limit(limit);
  if (after)
    query = query.where((row) =>
      row(row.refTuple("endpoint.created_at", "endpoint.id"), ">", row.tuple(after.createdAt, after.id)),
    );
  const rows = await query.execute();

  const clientIds = rows.flatMap(({ clientId }) => clientId ?? []);
  const endsOfGrants = await grantEnds(store, userId, clientIds);
  const owner = userId === team ? "team" : "person";
  return rows.map((row) => {
    const { clientId, createdBy, lastUsedAt, expiresAt } = row;
    const listed = { ...toEndpoint(row), owner, createdBy, lastUsedAt } as const;
    return clientId === null
      ? { ...listed, expiresAt }
      : { ...listed, clientId, expiresAt: endsOfGrants.get(clientId) ?? null };
  });
}

/** When the last token of each of these clients of a person ends, by the client's id. */
async function grantEnds(
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
