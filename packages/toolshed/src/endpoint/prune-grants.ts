import { cancelApprovals } from "../approval/cancel-approvals.ts";
import { deleteSlowly, deleteWhere } from "../store/delete-slowly.ts";
import { accountDate, type Store } from "../store/store.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** As long as it takes to get from registering to the first token, generously. */
const unusedMs = dayMs;
/** For so long after the last consent a client that was revoked can come back as the one it was. */
const keepClientMs = 90 * dayMs;

export async function pruneGrants(store: Store, signal?: AbortSignal): Promise<void> {
  await pruneTokens(store, signal);
  await pruneEndedGrants(store, signal);
  await pruneClients(store, signal);
}

async function pruneTokens(store: Store, signal: AbortSignal | undefined): Promise<void> {
  const { db, reads } = store;
  const now = accountDate(store, Date.now());
  for (const table of ["verification", "session"] as const)
    await deleteWhere(store, table, "id", (row) => row("expiresAt", "<", now), signal);
  for (const table of ["oauthAccessToken", "oauthRefreshToken"] as const)
    await deleteWhere(store, table, "token", (row) => row("expiresAt", "<", now), signal);
  // The pair that a rotated token was answered with is of no more use to an honest client.
  await deleteSlowly(store, {
    find: (limit) =>
      reads
        .selectFrom("oauthRefreshToken")
        .select("token as key")
        .where("rotationReplayExpiresAt", "<", now)
        .where("rotationReplayResponse", "is not", null)
        .limit(limit)
        .execute(),
    remove: (tokens) =>
      db
        .updateTable("oauthRefreshToken")
        .set({ rotationReplayResponse: null })
        .where("token", "in", tokens)
        .where("rotationReplayExpiresAt", "<", now)
        .execute(),
    signal,
  });
  const since = Date.now() - unusedMs;
  const monthAgo = Date.now() - 30 * dayMs;
  await deleteWhere(store, "invitation", "id", (row) => row("expires_at", "<", monthAgo), signal);
  await deleteWhere(store, "answered_consent", "hash", (row) => row("answered_at", "<", since), signal);
}

/** Those that no token opens. */
async function pruneEndedGrants(store: Store, signal: AbortSignal | undefined): Promise<void> {
  const { db, reads } = store;
  const unusedSince = Date.now() - unusedMs;
  const ended = (from: Store["db"]) =>
    from
      .selectFrom("endpoint_grant")
      .innerJoin("endpoint", "endpoint.id", "endpoint_grant.endpoint_id")
      .select("endpoint_id as key")
      .where("endpoint.created_at", "<", unusedSince)
      .where(({ not, exists, selectFrom }) => {
        const opening = (table: "oauthAccessToken" | "oauthRefreshToken") =>
          selectFrom(table)
            .select("token")
            .where("revoked", "is", null)
            .whereRef("clientId", "=", "endpoint_grant.client_id")
            .whereRef("userId", "=", "endpoint_grant.user_id");
        return not(exists(opening("oauthAccessToken").unionAll(opening("oauthRefreshToken"))));
      });
  await deleteSlowly(store, {
    find: (limit) => ended(reads).limit(limit).execute(),
    remove: (ids) =>
      db.transaction().execute(async (transaction) => {
        const still = await ended(transaction).where("endpoint_id", "in", ids).execute();
        const keys = still.map(({ key }) => key);
        if (keys.length === 0) return;
        await transaction.deleteFrom("endpoint").where("id", "in", keys).execute();
        await cancelApprovals(transaction, "endpoint_id", keys, "The app's access has ended.");
      }),
    signal,
  });
}

/** Those that were never let in, and those that have been without a grant for long. */
function pruneClients(store: Store, signal: AbortSignal | undefined): Promise<void> {
  const unusedSince = accountDate(store, Date.now() - unusedMs);
  const keptSince = accountDate(store, Date.now() - keepClientMs);
  return deleteWhere(
    store,
    "oauthClient",
    "clientId",
    ({ and, or, not, exists, selectFrom, eb }) =>
      and([
        or([
          and([eb("updatedAt", "=", eb.ref("createdAt")), eb("createdAt", "<", unusedSince)]),
          eb("updatedAt", "<", keptSince),
        ]),
        not(
          exists(
            selectFrom("endpoint_grant")
              .select("endpoint_id")
              .whereRef("client_id", "=", "oauthClient.clientId"),
          ),
        ),
      ]),
    signal,
  );
}
