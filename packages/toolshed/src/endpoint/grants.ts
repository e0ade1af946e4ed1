import { randomUUID } from "node:crypto";
import { approvalsTopic } from "../approval/approvals.ts";
import { cancelApprovals } from "../approval/cancel-approvals.ts";
import type { ApprovalMode } from "../policy/caller.ts";
import type { Scope } from "../policy/scope.ts";
import { accountDate, hasChanged, type Store } from "../store/store.ts";
import { selectEndpoints, selectGranted, toColumns, toEndpoint } from "./endpoint-row.ts";
import { isReservedName } from "./endpoints.ts";
import { pruneGrants } from "./prune-grants.ts";
import { hashToken } from "./token.ts";

export interface Grant {
  readonly userId: string;
  readonly clientId: string;
  /** What the client calls itself. */
  readonly name: string;
  readonly scope: Scope;
  readonly approval: ApprovalMode;
}

/** What people let clients do. Each grant is an endpoint, listed and revoked as the others are. */
export type Grants = ReturnType<typeof createGrants>;

export function createGrants(store: Store) {
  const { db, events, change } = store;

  return {
    /** A client has one grant of a person: the last word counts, for the tokens it already has too. */
    async save({ userId, clientId, name, scope, approval }: Grant): Promise<void> {
      // Clients choose their own names.
      const ownName = isReservedName(name) ? `${name} (app)` : name;
      const terms = { name: ownName, ...toColumns({ scope, approval }) };
      const both = { user_id: userId, client_id: clientId };
      await store.withLock(`grant ${userId} ${clientId}`, () =>
        change("endpoints", async (transaction) => {
          const found = await selectGrant(transaction, userId, clientId).executeTakeFirst();
          await transaction
            .updateTable("oauthClient")
            .set({ updatedAt: accountDate(store, Date.now()) })
            .where("clientId", "=", clientId)
            .execute();
          if (found) {
            const { id, readOnly, allow, approval: mode } = found;
            await transaction.updateTable("endpoint").set(terms).where("id", "=", id).execute();
            const isSame = readOnly === terms.read_only && allow === terms.allow && mode === approval;
            if (!isSame)
              await cancelApprovals(transaction, "endpoint_id", [id], "The app's access was changed.");
            return;
          }
          // Tokens of a grant that was revoked must not come back with the next one.
          for (const table of ["oauthAccessToken", "oauthRefreshToken"] as const) {
            await transaction
              .deleteFrom(table)
              .where((row) => row.and({ userId, clientId }))
              .execute();
          }
          const id = randomUUID();
          await transaction
            .insertInto("endpoint")
            .values({ ...terms, id, user_id: userId, created_by: userId, created_at: Date.now() })
            .execute();
          await transaction
            .insertInto("endpoint_grant")
            .values({ ...both, endpoint_id: id })
            .execute();
        }),
      );
      await events.publish(approvalsTopic, userId);
    },

    async find(userId: string, clientId: string): Promise<Pick<Grant, "scope" | "approval"> | undefined> {
      const row = await selectGrant(db, userId, clientId).executeTakeFirst();
      if (!row) return undefined;
      const { scope, approval } = toEndpoint(row);
      return { scope, approval };
    },

    /** Whether the refresh token belongs to a grant that still is. */
    isRefreshable: async (token: string): Promise<boolean> =>
      (await selectGranted(db, "oauthRefreshToken", token).executeTakeFirst()) !== undefined,

    /** Makes every process forget the access tokens it has looked up. */
    forgetTokens: (): Promise<void> => events.publish("endpoints"),

    /** Notes that a request for consent was answered; false if it had been before. */
    async answerOnce(signature: string): Promise<boolean> {
      return hasChanged(
        db
          .insertInto("answered_consent")
          .values({ hash: hashToken(signature), answered_at: Date.now() })
          .onConflict((conflict) => conflict.doNothing()),
      );
    },

    /** Deletes what the account library remembers of answers to a client. */
    async forgetConsent(clientId: string): Promise<void> {
      await db.deleteFrom("oauthConsent").where("clientId", "=", clientId).execute();
    },

    /** Deletes what has ended, a little at a time: codes, tokens, grants that no token opens, clients without a grant. */
    prune: (signal?: AbortSignal): Promise<void> => pruneGrants(store, signal),
  };
}

const selectGrant = (db: Store["db"], userId: string, clientId: string) =>
  selectEndpoints(db).where("endpoint_grant.user_id", "=", userId).where("client_id", "=", clientId);
