import { type Kysely, sql } from "kysely";

/** Several connections of one owner to one provider, told apart by name. Those from before are named `default`. */
export async function nameConnections(db: Kysely<unknown>): Promise<void> {
  // SQLite cannot give a table another primary key, so it is made anew.
  await db.schema
    .createTable("named_connection")
    .addColumn("owner_id", "text", (column) => column.notNull())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("is_default", "integer", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("last_four", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("named_connection_pkey", ["owner_id", "provider", "name", "kind"])
    .execute();
  const kept = ["owner_id", "provider", "kind", "sealed", "last_four", "expires_at", "created_at"] as const;
  const tables = db as Kysely<Record<"connection" | "named_connection", Record<string, unknown>>>;
  await tables
    .insertInto("named_connection")
    .columns([...kept, "name", "is_default"])
    .expression((row) =>
      row
        .selectFrom("connection")
        .select([...kept, sql.lit("default").as("name"), row.lit(1).as("is_default")]),
    )
    .execute();
  await db.schema.dropTable("connection").execute();
  await db.schema.alterTable("named_connection").renameTo("connection").execute();

  await db.schema.alterTable("endpoint").addColumn("connections", "text").execute();
  await db.schema.alterTable("call_record").addColumn("connection", "text").execute();
  await db.schema.alterTable("approval").addColumn("connection", "text").execute();
}
