import type { Kysely } from "kysely";

export async function exposeSource(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("endpoint").addColumn("source", "text").execute();
}
