import type { Kysely } from "kysely";

export async function createApprovals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("approval")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("via", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("arguments", "text", (column) => column.notNull())
    .addColumn("call_hash", "text", (column) => column.notNull())
    .addColumn("run_id", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("note", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("decided_at", "bigint")
    .execute();
  await db.schema.createIndex("approval_call_idx").ifNotExists().on("approval").column("call_hash").execute();
  await db.schema
    .createTable("approval_rule")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text")
    .addColumn("role", "text")
    .addColumn("via", "text")
    .addColumn("pattern", "text", (column) => column.notNull())
    .addColumn("effect", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("endpoint")
    .addColumn("model_approves", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
