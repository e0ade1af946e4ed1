import type { PostgresPool } from "kysely";
import type pg from "pg";
import { DatabaseUnreachable } from "../database-unreachable.ts";
import type { FullDisk } from "../sqlite/full-disk.ts";
import { toStoreError } from "../to-store-error.ts";

/** Tells errors of the way to the database from those of a query, and lets no broken connection back into the pool. */
export function guardPool(pool: pg.Pool, fullDisk: FullDisk): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw toStoreError(error);
      });
      let isBroken = false;
      // Kysely's other way to query is by cursors, which nothing here uses.
      const query = (text: string, values: unknown[]) =>
        client.query(text, values).catch((error) => {
          const known = toStoreError(fullDisk.note(error));
          isBroken ||= known instanceof DatabaseUnreachable;
          throw known;
        });
      return { query: query as never, release: () => client.release(isBroken) };
    },
    end: () => pool.end(),
  };
}
