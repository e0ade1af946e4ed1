import type { Kysely } from "kysely";

export async function createSources(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("source")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("trust", "text", (column) => column.notNull())
    .addColumn("found", "text")
    .addColumn("pinned", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("authorization_flow")
    .ifNotExists()
    .addColumn("state_hash", "text", (column) => column.primaryKey())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
