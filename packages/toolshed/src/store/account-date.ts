import type { AccountDate } from "./database.ts";
import type { Store } from "./store.ts";

/** A time as the tables of the account library hold it. */
export function accountDate({ dialect }: Store, timeMs: number): AccountDate {
  const date = new Date(timeMs);
  return dialect === "sqlite" ? date.toISOString() : date;
}
