import type { Kysely } from "kysely";

/** An invitation ends with the rights of the admin who made it. Who made the older ones is not known. */
export async function ownInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("invitation")
    .addColumn("created_by", "text", (column) => column.references("user.id").onDelete("cascade"))
    .execute();
}
