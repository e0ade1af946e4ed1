import { type Kysely, sql } from "kysely";
import type { Store } from "../../store.ts";

export async function createPluginData(db: Kysely<unknown>, dialect: Store["dialect"]): Promise<void> {
  // Keys are listed by prefix and in order: by bytes, as SQLite does, whatever the database's language.
  const key = dialect === "sqlite" ? "text" : sql`text collate "C"`;

  await db.schema
    .createTable("plugin_data")
    .ifNotExists()
    .addColumn("plugin_id", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("key", key, (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("plugin_data_pkey", ["plugin_id", "user_id", "key"])
    .execute();
}
