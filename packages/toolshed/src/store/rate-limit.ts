import { sql } from "kysely";
import type { Store } from "./store.ts";

export type RateLimit = ReturnType<typeof createRateLimit>;

export interface RateLimitOptions {
  /** Tells its keys from those of other limits. */
  readonly name: string;
  /** How much a key has in each window. */
  readonly limit: number;
  readonly windowMs: number;
}

/** What this gateway may give away until the window ends. */
interface Share {
  readonly part: number;
  left: number;
  /** Whether there is nothing more to be had in this window. */
  readonly isLast: boolean;
  /** By the clock of `performance.now()`. */
  readonly endsAt: number;
}

const parts = 10;
const maxPart = 1_000;
const maxKeys = 100_000;
const sweepEveryWindows = 10;

/**
 * Counts in memory, and on PostgreSQL takes from what all gateways have together: one at first, then twice as much each
 * time, up to a tenth of the limit. So a key never gets more than the limit in a window of the database's clock, and a
 * gateway that ends or gets no further requests takes hardly more away than it has given.
 */
export function createRateLimit(store: Store, { name, limit, windowMs }: RateLimitOptions) {
  const shares = new Map<string, Promise<Share>>();
  const largestPart = Math.min(Math.ceil(limit / parts), maxPart);
  let sweepAt = performance.now() + windowMs;

  async function reserve(key: string, part: number): Promise<Share> {
    const now = performance.now();
    if (store.dialect === "sqlite") return { part: limit, left: limit, isLast: true, endsAt: now + windowMs };
    if (now > sweepAt) await sweep(now);
    const { used, leftMs } = await takePart(store, `${name}/${key}`, part, windowMs);
    const left = Math.max(0, Math.min(part, limit - (used - part)));
    return { part, left, isLast: used >= limit, endsAt: now + leftMs };
  }

  async function sweep(now: number): Promise<void> {
    sweepAt = now + sweepEveryWindows * windowMs;
    await store.db.deleteFrom("rate_limit").where("ends_at", "<", databaseNow).execute();
  }

  function startShare(key: string, part: number): Promise<Share> {
    // Above this many keys the oldest are reset: an attacker with as many addresses is not stopped by counting.
    if (shares.size >= maxKeys) shares.delete(shares.keys().next().value as string);
    const share = reserve(key, part);
    shares.set(key, share);
    share.catch(() => forget(key, share));
    return share;
  }

  function forget(key: string, share: Promise<Share>): void {
    if (shares.get(key) === share) shares.delete(key);
  }

  return {
    /** Takes one of what the key has. If nothing is left, gives the milliseconds until there is again. */
    async take(key: string): Promise<number | undefined> {
      for (let nextPart = 1; ; ) {
        const shared = shares.get(key) ?? startShare(key, nextPart);
        const share = await shared;
        const leftMs = share.endsAt - performance.now();
        if (leftMs > 0 && share.left > 0) {
          share.left--;
          return undefined;
        }
        if (leftMs > 0 && share.isLast) return leftMs;
        nextPart = leftMs > 0 ? Math.min(2 * share.part, largestPart) : 1;
        forget(key, shared);
      }
    },

    /** Gives back one that was taken. */
    async giveBack(key: string): Promise<void> {
      const share = await shares.get(key)?.catch(() => undefined);
      if (share && share.left < share.part) share.left++;
    },
  };
}

/** The time of the database's clock, since the clocks of gateways differ. */
export const databaseNow = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

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
