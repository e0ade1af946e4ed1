import { randomUUID } from "node:crypto";
import { approvalsTopic } from "../approval/approvals.ts";
import { cancelApprovals } from "../approval/cancel-approvals.ts";
import type { ApprovalMode } from "../policy/caller.ts";
import { everything, type Scope } from "../policy/scope.ts";
import { accountDate } from "../store/account-date.ts";
import type { Store } from "../store/store.ts";
import { isReservedName } from "./reserved-names.ts";
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
export interface Grants {
  /** A client has one grant of a person: the last word counts, for the tokens it already has too. */
  save(grant: Grant): Promise<void>;
  find(userId: string, clientId: string): Promise<Pick<Grant, "scope" | "approval"> | undefined>;
  /** Whether the refresh token belongs to a grant that still is. */
  isRefreshable(refreshToken: string): Promise<boolean>;
  /** Makes every process forget the access tokens it has looked up. */
  forgetTokens(): Promise<void>;
  /** Notes that a request for consent was answered; false if it had been before. */
  answerOnce(signature: string): Promise<boolean>;
  /** Deletes what the account library remembers of answers to a client. */
  forgetConsent(clientId: string): Promise<void>;
  /** Deletes what has ended: codes, tokens, grants that no token opens, clients without a grant. */
  prune(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** As long as it takes to get from registering to the first token, generously. */
const unusedMs = dayMs;
/** For so long after the last consent a client that was revoked can come back as the one it was. */
const keepClientMs = 90 * dayMs;

export function createGrants(store: Store): Grants {
  const { db, events, change } = store;

  return {
    async save({ userId, clientId, name, scope, approval }) {
      const terms = {
        // Clients choose their own names.
        name: isReservedName(name) ? `${name} (app)` : name,
        read_only: Number(scope.readOnly),
        allow: scope.allow ? JSON.stringify(scope.allow) : null,
        approval,
      };
      const both = { user_id: userId, client_id: clientId };
      await store.withLock(`grant ${userId} ${clientId}`, () =>
        change("endpoints", async (transaction) => {
          const found = await transaction
            .selectFrom("endpoint_grant")
            .innerJoin("endpoint", "endpoint.id", "endpoint_grant.endpoint_id")
            .select(["id", "read_only", "allow", "approval"])
            .where("endpoint_grant.user_id", "=", userId)
            .where("client_id", "=", clientId)
            .executeTakeFirst();
          await transaction
            .updateTable("oauthClient")
            .set({ updatedAt: accountDate(store, Date.now()) })
            .where("clientId", "=", clientId)
            .execute();
          if (found) {
            const { id, read_only, allow, approval: mode } = found;
            await transaction.updateTable("endpoint").set(terms).where("id", "=", id).execute();
            const isSame = read_only === terms.read_only && allow === terms.allow && mode === approval;
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
            .values({ ...terms, id, user_id: userId, created_by: userId, pins: null, created_at: Date.now() })
            .execute();
          await transaction
            .insertInto("endpoint_grant")
            .values({ ...both, endpoint_id: id })
            .execute();
        }),
      );
      await events.publish(approvalsTopic, userId);
    },

    async find(userId, clientId) {
      const row = await db
        .selectFrom("endpoint_grant")
        .innerJoin("endpoint", "endpoint.id", "endpoint_grant.endpoint_id")
        .select(["read_only", "allow", "approval"])
        .where("endpoint_grant.user_id", "=", userId)
        .where("client_id", "=", clientId)
        .executeTakeFirst();
      if (!row) return undefined;
      const allow = row.allow !== null && { allow: JSON.parse(row.allow) };
      return {
        scope: { ...everything, readOnly: row.read_only !== 0, ...allow },
        approval: row.approval as ApprovalMode,
      };
    },

    async isRefreshable(refreshToken) {
      const row = await db
        .selectFrom("oauthRefreshToken")
        .innerJoin("endpoint_grant", (join) =>
          join
            .onRef("endpoint_grant.client_id", "=", "oauthRefreshToken.clientId")
            .onRef("endpoint_grant.user_id", "=", "oauthRefreshToken.userId"),
        )
        .select("endpoint_id")
        .where("token", "=", hashToken(refreshToken))
        .executeTakeFirst();
      return row !== undefined;
    },

    forgetTokens: () => events.publish("endpoints"),

    async answerOnce(signature) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("answered_consent")
        .values({ hash: hashToken(signature), answered_at: Date.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async forgetConsent(clientId) {
      await db.deleteFrom("oauthConsent").where("clientId", "=", clientId).execute();
    },

    async prune() {
      const now = accountDate(store, Date.now());
      const unusedSince = Date.now() - unusedMs;
      await db.deleteFrom("verification").where("expiresAt", "<", now).execute();
      await db.deleteFrom("oauthAccessToken").where("expiresAt", "<", now).execute();
      await db.deleteFrom("oauthRefreshToken").where("expiresAt", "<", now).execute();
      // The pair that a rotated token was answered with is of no more use to anybody honest.
      await db
        .updateTable("oauthRefreshToken")
        .set({ rotationReplayResponse: null })
        .where("rotationReplayExpiresAt", "<", now)
        .execute();
      await db.deleteFrom("answered_consent").where("answered_at", "<", unusedSince).execute();

      const opened = db
        .selectFrom("oauthRefreshToken")
        .select(["clientId", "userId"])
        .where("revoked", "is", null)
        .unionAll(
          db.selectFrom("oauthAccessToken").select(["clientId", "userId"]).where("revoked", "is", null),
        );
      const ended = db
        .selectFrom("endpoint_grant")
        .select("endpoint_id")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom(opened.as("opened"))
                .select("opened.clientId")
                .whereRef("opened.clientId", "=", "endpoint_grant.client_id")
                .whereRef("opened.userId", "=", "endpoint_grant.user_id"),
            ),
          ),
        );
      const unused = await db
        .selectFrom("endpoint")
        .select("id")
        .where("id", "in", ended)
        .where("created_at", "<", unusedSince)
        .execute();
      const ids = unused.map(({ id }) => id);
      if (ids.length > 0) {
        await db.transaction().execute(async (transaction) => {
          await transaction.deleteFrom("endpoint").where("id", "in", ids).execute();
          await cancelApprovals(transaction, "endpoint_id", ids, "The app's access has ended.");
        });
      }
      await db
        .deleteFrom("oauthClient")
        .where(({ and, or, eb }) =>
          or([
            and([
              eb("updatedAt", "=", eb.ref("createdAt")),
              eb("createdAt", "<", accountDate(store, unusedSince)),
            ]),
            eb("updatedAt", "<", accountDate(store, Date.now() - keepClientMs)),
          ]),
        )
        .where("clientId", "not in", db.selectFrom("endpoint_grant").select("client_id"))
        .execute();
    },
  };
}
