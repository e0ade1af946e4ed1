import { type Kysely, sql } from "kysely";

/**
 * For lists, and for the filters of the call list. Nearly all calls are `ok`, and to find those takes no index; without them the one for
 * outcomes stays small, and costs a call that only reads nothing.
 */
export async function indexLists(db: Kysely<unknown>): Promise<void> {
  await sql`create index call_record_outcome_idx on call_record (outcome, id) where outcome <> 'ok'`.execute(
    db,
  );
  await sql`create index call_record_via_idx on call_record (via, id)`.execute(db);
  await sql`create index endpoint_user_idx on endpoint (user_id)`.execute(db);
  await sql`create index approval_user_idx on approval (user_id, state)`.execute(db);
  await sql`create index approval_run_idx on approval (run_id)`.execute(db);
}
