import type { Kysely } from "kysely";

/** Numbers the changes of a source, so that a gateway sees at a glance which ones it has to read again. */
export async function numberSources(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("source")
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
