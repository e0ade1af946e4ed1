import type { Kysely } from "kysely";

/** A paused run is continued through the endpoint that began it. Until now only the endpoint's name was known. */
export async function bindRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("run").addColumn("endpoint_id", "text").execute();
}
