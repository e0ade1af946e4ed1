import type { Kysely } from "kysely";

/**
 * A paused run is continued through the endpoint that began it: until now only the endpoint's name was known. The oldest
 * outputs of a person are found without reading their texts.
 */
export async function bindRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("run").addColumn("endpoint_id", "text").execute();
  await db.schema
    .createIndex("run_output_by_user")
    .on("run_output")
    .columns(["user_id", "created_at"])
    .execute();
}
