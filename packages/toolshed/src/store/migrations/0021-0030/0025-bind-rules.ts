import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";

/**
 * Rules, recorded calls and kept outputs belong to an endpoint's id: until now they went by its name, which a later
 * endpoint may have as well. A rule for a name becomes one for each endpoint that has it. A call that waits for a person
 * knows for which approval, and why it ended if it was not made. A source keeps why its server's connection last ended.
 */
// biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
export async function bindRules(db: Kysely<any>): Promise<void> {
  // Never empty beside an empty name: that would be a rule for everyone.
  await db.schema
    .alterTable("approval_rule")
    .addColumn("endpoint_id", "text", (column) => column.references("endpoint.id").onDelete("cascade"))
    .execute();
  for (const column of ["endpoint_id", "approval_id", "note"])
    await db.schema.alterTable("call_record").addColumn(column, "text").execute();
  await db.schema.alterTable("run_output").addColumn("door", "text").execute();
  await db.schema.alterTable("source").addColumn("last_reason", "text").execute();
  await db.schema.alterTable("source").addColumn("last_reason_at", "bigint").execute();
  await sql`create index call_record_approval_idx on call_record (approval_id) where approval_id is not null`.execute(
    db,
  );

  const rules = await db
    .selectFrom("approval_rule")
    .selectAll()
    .where("via", "is not", null)
    .where("via", "not in", ["command", "dashboard"])
    .execute();
  for (const rule of rules) {
    const endpoints = await db
      .selectFrom("endpoint")
      .select("id")
      .where("name", "=", rule.via)
      .$if(rule.user_id !== null, (query) => query.where("user_id", "=", rule.user_id))
      .orderBy("created_at")
      .execute();
    for (const [index, { id: endpoint_id }] of endpoints.entries()) {
      await (index === 0
        ? db.updateTable("approval_rule").set({ endpoint_id }).where("id", "=", rule.id).execute()
        : db
            .insertInto("approval_rule")
            .values({ ...rule, id: randomUUID(), endpoint_id })
            .execute());
    }
  }
}
