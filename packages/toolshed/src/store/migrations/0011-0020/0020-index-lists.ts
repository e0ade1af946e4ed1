import { type Kysely, sql } from "kysely";

/**
 * For lists, and for the calls that are not `ok`, which are few: their index stays small, and costs a call that only reads
 * nothing. One for endpoints would cost each call a quarter more; such a search goes through the record instead.
 */
export async function indexLists(db: Kysely<unknown>): Promise<void> {
  await sql`create index call_record_outcome_idx on call_record (outcome, id) where outcome <> 'ok'`.execute(
    db,
  );
  await sql`create index endpoint_user_idx on endpoint (user_id)`.execute(db);
  await sql`create index approval_user_idx on approval (user_id, state)`.execute(db);
  await sql`create index approval_run_idx on approval (run_id)`.execute(db);
}
