import type { Kysely } from "kysely";

export async function ownEndpoints(db: Kysely<unknown>): Promise<void> {
  const endpoint = db.schema.alterTable("endpoint");
  await endpoint.addColumn("role", "text").execute();
  await endpoint.addColumn("created_by", "text").execute();
  await endpoint.addColumn("last_used_at", "bigint").execute();
}
