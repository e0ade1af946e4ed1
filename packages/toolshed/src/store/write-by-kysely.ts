import type { CompiledQuery, Kysely } from "kysely";
import type { Database } from "./database.ts";

/** Runs the writes in one transaction. */
export async function writeByKysely(db: Kysely<Database>, queries: readonly CompiledQuery[]): Promise<void> {
  const [only] = queries;
  if (only && queries.length === 1) {
    await db.executeQuery(only);
    return;
  }
  await db.transaction().execute(async (transaction) => {
    for (const query of queries) await transaction.executeQuery(query);
  });
}
