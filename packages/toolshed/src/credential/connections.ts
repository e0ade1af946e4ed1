import type { Store } from "../store/store.ts";
import type { Vault } from "./vault.ts";

/** Who a connection belongs to: a user, or all of the team. */
export const team = "team";

export type ConnectionKind = "key" | "grant";

/** What may be told of a connection. */
export interface Connection {
  readonly ownerId: string;
  readonly provider: string;
  readonly kind: ConnectionKind;
  readonly lastFour: string;
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

export interface StoredSecret extends Connection {
  unseal(): string;
}

/** Credentials at rest. */
export interface Connections {
  save(connection: {
    ownerId: string;
    provider: string;
    kind: ConnectionKind;
    secret: string;
    lastFour: string;
    expiresAt?: number;
  }): Promise<void>;
  find(ownerId: string, provider: string, kind: ConnectionKind): Promise<StoredSecret | undefined>;
  remove(ownerId: string, provider: string): Promise<boolean>;
  /** Those of a user and of the team. */
  list(userId: string): Promise<Connection[]>;
}

/** What a change of a connection is told as. */
export const connectionsTopic = "connections";

export function createConnections({ db, change }: Store, vault: Vault): Connections {
  const columns = [
    "owner_id",
    "provider",
    "kind",
    "sealed",
    "last_four",
    "expires_at",
    "created_at",
  ] as const;

  return {
    async save({ ownerId, provider, kind, secret, lastFour, expiresAt }) {
      const changes = {
        sealed: vault.seal(secret, place(ownerId, provider, kind)),
        last_four: lastFour,
        expires_at: expiresAt ?? null,
        created_at: Date.now(),
      };
      await change(connectionsTopic, (transaction) =>
        transaction
          .insertInto("connection")
          .values({ owner_id: ownerId, provider, kind, ...changes })
          .onConflict((conflict) => conflict.columns(["owner_id", "provider", "kind"]).doUpdateSet(changes))
          .execute(),
      );
    },

    async find(ownerId, provider, kind) {
      const row = await db
        .selectFrom("connection")
        .select(columns)
        .where((row) => row.and({ owner_id: ownerId, provider, kind }))
        .executeTakeFirst();
      return (
        row && {
          ...toConnection(row),
          unseal: () => vault.unseal(row.sealed, place(ownerId, provider, kind)),
        }
      );
    },

    async remove(ownerId, provider) {
      const result = await change(connectionsTopic, (transaction) =>
        transaction
          .deleteFrom("connection")
          .where((row) => row.and({ owner_id: ownerId, provider }))
          .executeTakeFirstOrThrow(),
      );
      return result.numDeletedRows > 0n;
    },

    async list(userId) {
      const rows = await db
        .selectFrom("connection")
        .select(columns)
        .where("owner_id", "in", [userId, team])
        .orderBy("provider")
        .execute();
      return rows.map(toConnection);
    },
  };
}

/** Binds what is sealed to its row, so that it cannot be moved to another. */
const place = (...parts: string[]): string => parts.map(encodeURIComponent).join("/");

function toConnection(row: {
  owner_id: string;
  provider: string;
  kind: ConnectionKind;
  last_four: string;
  expires_at: number | null;
  created_at: number;
}): Connection {
  return {
    ownerId: row.owner_id,
    provider: row.provider,
    kind: row.kind,
    lastFour: row.last_four,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
