import { hasChanged, type Store } from "../store/store.ts";
import type { Vault } from "./vault.ts";

/** Who a connection belongs to: a user, or all of the team. */
export const team = "team";

export type ConnectionKind = "key" | "grant";

/** Which of several connections it is. */
export interface ConnectionId {
  readonly ownerId: string;
  readonly provider: string;
  readonly name: string;
}

/** What a connection shows: no secret. */
export interface Connection extends ConnectionId {
  readonly kind: ConnectionKind;
  readonly lastFour: string;
  readonly expiresAt: number | null;
  /** When a person made or replaced it. */
  readonly createdAt: number;
  /** When the access token expires, where it is refreshed automatically. Not known of connections of before this was stored. */
  readonly tokenExpiresAt: number | null;
  readonly refreshedAt: number | null;
  /** Why the last refresh failed, in a sentence without secrets. Nothing once one has succeeded. */
  readonly lastError: string | null;
  readonly lastErrorAt: number | null;
  /** Whether the service has said that only the person can mend it. */
  readonly needsReconnect: boolean;
}

export interface Secret {
  readonly secret: string;
  readonly lastFour: string;
  readonly expiresAt?: number;
  readonly tokenExpiresAt?: number;
}

/** A secret as it is stored now, and how the last refresh failed. */
export interface StoredSecret extends Pick<Connection, "needsReconnect" | "lastErrorAt"> {
  readonly secret: string;
}

export interface RefreshFailure {
  readonly reason: string;
  readonly at: number;
  readonly needsReconnect: boolean;
}

/** Credentials at rest. */
export type Connections = ReturnType<typeof createConnections>;

/** What a connection is called that nobody gave a name. */
export const defaultConnectionName = "default";

const pattern = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,49}$/u;

/** Whether a connection may be called so: `work`, `ann@example.com`. No slash, which sets a team's apart in the record. */
export const isConnectionName = (name: string): boolean => pattern.test(name);

/** A connection as shown to people and in the record: `work`, or `team/work` if it is the team's. */
export const connectionLabel = ({ ownerId, name }: Pick<Connection, "ownerId" | "name">): string =>
  ownerId === team ? `${team}/${name}` : name;

/** What a change of a connection is told as. */
export const connectionsTopic = "connections";

export function createConnections({ db, change }: Store, vault: Vault) {
  const toColumns = ({ ownerId, provider, name }: ConnectionId) => ({ owner_id: ownerId, provider, name });
  const toSealed = (id: ConnectionId, kind: ConnectionKind, secret: Secret) => ({
    sealed: vault.seal(secret.secret, place(id, kind)),
    last_four: secret.lastFour,
    expires_at: secret.expiresAt ?? null,
    token_expires_at: secret.tokenExpiresAt ?? null,
    last_error: null,
    last_error_at: null,
    needs_reconnect: 0,
  });
  /** One that a person has not replaced meanwhile. */
  const asGiven = (connection: Connection) => {
    const { kind, createdAt } = connection;
    return { ...toColumns(connection), kind, created_at: createdAt };
  };

  return {
    /** Makes or replaces one. The first of an owner and a provider is the default. */
    async save(id: ConnectionId, kind: ConnectionKind, secret: Secret): Promise<void> {
      const changes = { ...toSealed(id, kind, secret), refreshed_at: null, created_at: Date.now() };
      await change(connectionsTopic, async (transaction) => {
        const known = await transaction
          .selectFrom("connection")
          .select("name")
          .where((row) => row.and({ owner_id: id.ownerId, provider: id.provider, is_default: 1 }))
          .executeTakeFirst();
        const is_default = Number(known === undefined || known.name === id.name);
        await transaction
          .insertInto("connection")
          .values({ ...toColumns(id), kind, is_default, ...changes })
          .onConflict((conflict) =>
            conflict.columns(["owner_id", "provider", "name", "kind"]).doUpdateSet(changes),
          )
          .execute();
      });
    },

    /** Changes the secret of one that is still as given, and otherwise nothing. */
    async renew(connection: Connection, secret: Secret, refreshedAt: number): Promise<void> {
      await change(connectionsTopic, (transaction) =>
        transaction
          .updateTable("connection")
          .set({ ...toSealed(connection, connection.kind, secret), refreshed_at: refreshedAt })
          .where((row) => row.and(asGiven(connection)))
          .execute(),
      );
    },

    /** Notes why one that is still as given could not be refreshed. Only a new secret means that it need not be reconnected. */
    async noteFailure(connection: Connection, { reason, at, needsReconnect }: RefreshFailure): Promise<void> {
      const note = (on: Store["db"]) =>
        on
          .updateTable("connection")
          .set({ last_error: reason, last_error_at: at, ...(needsReconnect && { needs_reconnect: 1 }) })
          .where((row) => row.and(asGiven(connection)))
          .execute();
      // What is kept in memory of a connection is not concerned by a temporary failure.
      await (needsReconnect ? change(connectionsTopic, note) : note(db));
    },

    /** The secret of one that is still as given. */
    async read(connection: Connection): Promise<StoredSecret | undefined> {
      const row = await db
        .selectFrom("connection")
        .select(["sealed", "needs_reconnect", "last_error_at"])
        .where((row) => row.and(asGiven(connection)))
        .executeTakeFirst();
      return (
        row && {
          secret: vault.unseal(row.sealed, place(connection, connection.kind)),
          needsReconnect: row.needs_reconnect === 1,
          lastErrorAt: row.last_error_at,
        }
      );
    },

    /** The oldest other one takes the place of a default. */
    async remove(id: ConnectionId): Promise<boolean> {
      const all = { owner_id: id.ownerId, provider: id.provider };
      return change(connectionsTopic, async (transaction) => {
        const isRemoved = await hasChanged(
          transaction.deleteFrom("connection").where((row) => row.and(toColumns(id))),
        );
        const left = await transaction
          .selectFrom("connection")
          .select(["name", "is_default"])
          .where((row) => row.and(all))
          .orderBy("is_default", "desc")
          .orderBy("created_at")
          .executeTakeFirst();
        if (left?.is_default === 0) {
          await transaction
            .updateTable("connection")
            .set({ is_default: 1 })
            .where((row) => row.and({ ...all, name: left.name }))
            .execute();
        }
        return isRemoved;
      });
    },

    /** Removes those of everyone. */
    async removeAll(provider: string): Promise<void> {
      await change(connectionsTopic, (transaction) =>
        transaction.deleteFrom("connection").where("provider", "=", provider).execute(),
      );
    },

    /** Tells whether there is such a one. */
    async makeDefault(id: ConnectionId): Promise<boolean> {
      return change(connectionsTopic, async (transaction) => {
        const set = (is_default: number) => transaction.updateTable("connection").set({ is_default });
        if (!(await hasChanged(set(1).where((row) => row.and(toColumns(id)))))) return false;
        await set(0)
          .where((row) => row.and({ owner_id: id.ownerId, provider: id.provider }))
          .where("name", "!=", id.name)
          .execute();
        return true;
      });
    },

    /** Those of a user and of the team: of each provider and owner the default first, then from the oldest on. */
    async list(userId: string): Promise<Connection[]> {
      const rows = await db
        .selectFrom("connection")
        .select(shown)
        .where("owner_id", "in", [userId, team])
        .orderBy("provider")
        .orderBy("is_default", "desc")
        .orderBy("created_at")
        .orderBy("kind", "desc")
        .execute();
      return rows.map(toConnection);
    },

    /** Of everyone, those whose access token has expired and was not refreshed since the time given: those that failed come last, then the longest idle first. */
    async listIdle(now: number, refreshedBefore: number, limit: number): Promise<Connection[]> {
      const rows = await db
        .selectFrom("connection")
        .select(shown)
        .where((row) => row.and({ kind: "grant", needs_reconnect: 0 }))
        .where("token_expires_at", "<", now)
        .where((row) => row.fn.coalesce("refreshed_at", "created_at"), "<", refreshedBefore)
        .orderBy((row) => row.fn.coalesce("last_error_at", row.lit(0)))
        .orderBy("token_expires_at")
        .limit(limit)
        .execute();
      return rows.map(toConnection);
    },
  };
}

const shown = [
  "owner_id as ownerId",
  "provider",
  "name",
  "kind",
  "last_four as lastFour",
  "expires_at as expiresAt",
  "created_at as createdAt",
  "token_expires_at as tokenExpiresAt",
  "refreshed_at as refreshedAt",
  "last_error as lastError",
  "last_error_at as lastErrorAt",
  "needs_reconnect as needsReconnect",
] as const;

const toConnection = (
  row: Omit<Connection, "needsReconnect"> & { readonly needsReconnect: number },
): Connection => ({ ...row, needsReconnect: row.needsReconnect === 1 });

/**
 * Binds what is sealed to its row, so that it cannot be moved to another. Those of the usual name are bound as they were
 * when there were no names.
 */
function place({ ownerId, provider, name }: ConnectionId, kind: ConnectionKind): string {
  const parts = [ownerId, provider, kind, ...(name === defaultConnectionName ? [] : [name])];
  return parts.map(encodeURIComponent).join("/");
}
