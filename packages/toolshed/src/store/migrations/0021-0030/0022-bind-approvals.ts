import { type Kysely, sql } from "kysely";

/** An approval ends with the endpoint it was asked through. Until now only the endpoint's name was known. */
export async function bindApprovals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("approval").addColumn("endpoint_id", "text").execute();
  await sql`
    update approval set endpoint_id = (
      select min(endpoint.id) from endpoint
      where endpoint.user_id = approval.user_id and endpoint.name = approval.via
      group by endpoint.user_id, endpoint.name
      having count(*) = 1
    )`.execute(db);
}
