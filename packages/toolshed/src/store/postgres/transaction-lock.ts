import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";

/** Waits until no other transaction has this lock, and keeps it until this transaction ends. */
export async function lockInTransaction(on: Kysely<Database>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(on);
}
