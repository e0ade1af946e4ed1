import { sql } from "kysely";
import type { Store } from "./store.ts";

export interface RateLimit {
  /** Takes one of what the key has. If nothing is left, gives the milliseconds until there is again. */
  take(key: string): Promise<number | undefined>;
}

export interface RateLimitOptions {
  /** Tells its keys from those of other limits. */
  readonly name: string;
  /** How much a key has in each window. */
  readonly limit: number;
  readonly windowMs: number;
}

/** What this gateway may give away until the window ends. */
interface Share {
  left: number;
  /** Whether there is nothing more to be had in this window. */
  readonly isLast: boolean;
  /** By the clock of `performance.now()`. */
  readonly endsAt: number;
}

const parts = 10;
const maxKeys = 100_000;

/**
 * Counts in memory, and on PostgreSQL takes a tenth of the limit at a time from what all gateways have together. So a key
 * never gets more than the limit in a window of the database's clock, and may get a tenth less for each other gateway it uses.
 */
export function createRateLimit(store: Store, { name, limit, windowMs }: RateLimitOptions): RateLimit {
  const shares = new Map<string, Promise<Share>>();
  const part = Math.ceil(limit / parts);
  let sweepAt = performance.now() + windowMs;

  async function reserve(key: string): Promise<Share> {
    const now = performance.now();
    if (store.dialect === "sqlite") return { left: limit, isLast: true, endsAt: now + windowMs };
    if (now > sweepAt) await sweep(now);
    const { used, leftMs } = await takePart(store, `${name}/${key}`, part, windowMs);
    const left = Math.max(0, Math.min(part, limit - (used - part)));
    return { left, isLast: used >= limit, endsAt: now + leftMs };
  }

  async function sweep(now: number): Promise<void> {
    sweepAt = now + parts * windowMs;
    await store.db.deleteFrom("rate_limit").where("ends_at", "<", databaseNow).execute();
  }

  function remember(key: string, share: Promise<Share>): void {
    // Of more keys than this the oldest begin anew: an attacker with as many addresses is not stopped by counting.
    if (shares.size >= maxKeys) shares.delete(shares.keys().next().value as string);
    shares.set(key, share);
  }

  return {
    async take(key) {
      for (;;) {
        const known = shares.get(key);
        const reserved = known ?? reserve(key);
        if (!known) remember(key, reserved);
        const forget = () => {
          if (shares.get(key) === reserved) shares.delete(key);
        };
        const share = await reserved.catch((error) => {
          forget();
          throw error;
        });
        const leftMs = share.endsAt - performance.now();
        if (leftMs > 0 && share.left > 0) {
          share.left--;
          return undefined;
        }
        if (leftMs > 0 && share.isLast) return leftMs;
        forget();
      }
    },
  };
}

/** Windows are those of the database's clock, since the clocks of gateways differ. */
const databaseNow = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

async function takePart(
  { db }: Store,
  key: string,
  part: number,
  windowMs: number,
): Promise<{ used: number; leftMs: number }> {
  const { rows } = await sql<{ used: number; leftMs: number }>`
    insert into rate_limit (key, ends_at, used)
    values (${key}, (${databaseNow} / ${windowMs}::bigint + 1) * ${windowMs}::bigint, ${part})
    on conflict (key) do update set
      used = case when rate_limit.ends_at < excluded.ends_at then excluded.used else rate_limit.used + excluded.used end,
      ends_at = greatest(rate_limit.ends_at, excluded.ends_at)
    returning used, ends_at - ${databaseNow} as "leftMs"`.execute(db);
  return rows[0] as { used: number; leftMs: number };
}
