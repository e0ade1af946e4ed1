import { team } from "../credential/connections.ts";
import type { Store } from "../store/store.ts";
import { endpointColumns, toEndpoint } from "./endpoint-row.ts";
import type { EndpointPage, ListedEndpoint } from "./endpoints.ts";
import { grantEnds } from "./grant-ends.ts";

export async function listEndpoints(
  store: Store,
  userId: string,
  { limit, after }: EndpointPage,
): Promise<ListedEndpoint[]> {
  let query = store.reads
    .selectFrom("endpoint")
    .leftJoin("endpoint_grant", "endpoint_grant.endpoint_id", "endpoint.id")
    .leftJoin("user as creator", "creator.id", "endpoint.created_by")
    .select([...endpointColumns, "creator.name as createdBy", "endpoint.last_used_at as lastUsedAt"])
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
