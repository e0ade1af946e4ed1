import type { CompiledQuery, Kysely } from "kysely";
import type { Database } from "./database.ts";
import type { Rows } from "./store.ts";

/** Runs the writes in one transaction. */
export async function writeByKysely(
  db: Kysely<Database>,
  queries: readonly CompiledQuery[],
): Promise<Rows[]> {
  const run = async (on: Kysely<Database>) => {
    const answers: Rows[] = [];
    for (const query of queries) answers.push((await on.executeQuery(query)).rows as Rows);
    return answers;
  };
  return queries.length === 1 ? run(db) : db.transaction().execute(run);
}
