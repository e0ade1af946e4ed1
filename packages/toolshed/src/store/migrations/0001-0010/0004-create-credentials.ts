import type { Kysely } from "kysely";

export async function createCredentials(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("data_key")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("wrapped", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("connection")
    .ifNotExists()
    .addColumn("owner_id", "text", (column) => column.notNull())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("last_four", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("connection_pkey", ["owner_id", "provider", "kind"])
    .execute();
}
