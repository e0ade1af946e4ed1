import type { Kysely } from "kysely";

export async function askInRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("approval").addColumn("question", "text").execute();
  await db.schema.alterTable("approval").addColumn("answer", "text").execute();
}
