import type { Kysely } from "kysely";
import type { Store } from "../../store.ts";

/** What gateways tell one another and count together. On SQLite there is one gateway, which does both in memory. */
export async function shareState(db: Kysely<unknown>, dialect: Store["dialect"]): Promise<void> {
  if (dialect === "sqlite") return;
  await db.schema
    .createTable("topic_version")
    .ifNotExists()
    .addColumn("topic", "text", (column) => column.primaryKey())
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("rate_limit")
    .ifNotExists()
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .addColumn("used", "bigint", (column) => column.notNull())
    .execute();
}
