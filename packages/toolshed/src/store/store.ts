import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/**
 * Where everything is kept. What a write has acknowledged survives the end of the process.
 * `close` waits for queries under way; afterwards every query fails.
 */
export interface Store {
  readonly dialect: "sqlite" | "postgres";
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}
