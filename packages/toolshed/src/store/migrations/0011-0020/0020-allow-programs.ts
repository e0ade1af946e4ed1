import type { Kysely } from "kysely";

/** Which admins the owner lets add sources that run a program. */
export async function allowPrograms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("user")
    .addColumn("may_add_programs", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
