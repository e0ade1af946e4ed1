import type { Kysely } from "kysely";

export async function scopeEndpoints(db: Kysely<unknown>): Promise<void> {
  const endpoint = db.schema.alterTable("endpoint");
  await endpoint.addColumn("read_only", "integer", (column) => column.notNull().defaultTo(0)).execute();
  await endpoint.addColumn("allow", "text").execute();
  await endpoint.addColumn("pins", "text").execute();
  await endpoint.addColumn("approval", "text", (column) => column.notNull().defaultTo("host")).execute();
  await db.schema.alterTable("endpoint_token").addColumn("expires_at", "bigint").execute();
  await db.schema
    .createIndex("endpoint_token_endpoint_idx")
    .on("endpoint_token")
    .column("endpoint_id")
    .execute();
}
