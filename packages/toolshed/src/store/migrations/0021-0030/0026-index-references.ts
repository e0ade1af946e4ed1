import type { Kysely } from "kysely";

/** For deleting a client or an endpoint without reading all grants or rules. 0024 may have created the first one. */
export async function indexReferences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("endpoint_grant_client_idx")
    .ifNotExists()
    .on("endpoint_grant")
    .column("client_id")
    .execute();
  await db.schema
    .createIndex("approval_rule_endpoint_idx")
    .ifNotExists()
    .on("approval_rule")
    .column("endpoint_id")
    .execute();
}
