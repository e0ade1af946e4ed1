import type { Kysely } from "kysely";

export async function createEndpoints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("endpoint")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("endpoint_token")
    .ifNotExists()
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("endpoint_id", "text", (column) =>
      column.notNull().references("endpoint.id").onDelete("cascade"),
    )
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
}
