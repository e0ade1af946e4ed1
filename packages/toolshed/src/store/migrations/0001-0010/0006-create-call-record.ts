import type { Kysely } from "kysely";

export async function createCallRecord(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("call_record")
    .ifNotExists()
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("via", "text", (column) => column.notNull())
    .addColumn("client", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("duration_ms", "integer", (column) => column.notNull())
    .addColumn("result_bytes", "integer", (column) => column.notNull())
    .addColumn("arguments", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("call_record_at_idx").ifNotExists().on("call_record").column("at").execute();
}
