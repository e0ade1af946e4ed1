import type { Kysely } from "kysely";

/** For endpoints page by page, and so that what goes with a member, a client or an endpoint is found without reading whole tables. */
export async function pageLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("endpoint_page_idx")
    .on("endpoint")
    .columns(["user_id", "created_at", "id"])
    .execute();
  await db.schema.dropIndex("endpoint_user_idx").execute();
  await db.schema.createIndex("approval_endpoint_idx").on("approval").column("endpoint_id").execute();
  await db.schema.createIndex("endpoint_grant_client_idx").on("endpoint_grant").column("client_id").execute();
  await db.schema.createIndex("plugin_data_user_idx").on("plugin_data").column("user_id").execute();
}
