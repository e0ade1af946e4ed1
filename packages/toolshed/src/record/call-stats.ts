import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Store } from "../store/store.ts";
import { openOutcomes } from "./call-record.ts";
import { type DurationCount, durationBounds, notRun, percentile, within } from "./durations.ts";

export type CallStats = ReturnType<typeof createCallStats>;

/** How calls went, as the overview shows it. */
export interface CallSummary {
  readonly calls: number;
  readonly failed: number;
  /** The duration that 95 % of the calls did not exceed. Nothing where no tool ran. */
  readonly p95Ms: number | null;
}

export interface CallPoint extends CallSummary {
  /** When its time begins. */
  readonly at: number;
}

export interface ToolSummary extends CallSummary {
  readonly path: string;
}

export interface ClientSummary {
  readonly client: string;
  readonly calls: number;
  readonly lastAt: number;
}

export interface StatsRange {
  /** Absent means everybody's. */
  readonly userId?: string | undefined;
  /** Hours since 1970. */
  readonly fromHour: number;
  /** The hours of one point. */
  readonly stepHours: number;
}

export interface CallStatsOptions {
  /** How long another gateway may take to store a call after it got its number. */
  readonly settleMs?: number;
}

export const hourMs: number = 60 * 60 * 1000;
const maxListed = 5;
const maxClients = 8;
/** A tool with fewer runs is not called slow. */
const fewRuns = 3;
/** As many calls are read beside those that are counted. Only after an update can more be left to count. */
const maxUncounted = 50_000;
/** What one step should take, and the pause after it. SQLite counts on the main thread. */
const wantedMs = 3;
const pauseFactor = 2;
const leastPauseMs = 5;
const maxStep = 5_000;
const maxEnded = 500;

const harmless = ["ok", "approved", ...openOutcomes];
const ran = ["ok", "failed", "timeout"];
const listOf = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)));
const isOpen = sql`outcome in (${listOf(openOutcomes)})`;
const failedNow = sql`case when outcome in (${listOf(harmless)}) then 0 else 1 end`;
const bucketNow = sql`case when outcome not in (${listOf(ran)}) then ${sql.lit(notRun)}
  ${sql.join(
    durationBounds.map((bound, bucket) => sql`when duration_ms <= ${sql.lit(bound)} then ${sql.lit(bucket)}`),
    sql` `,
  )} else ${sql.lit(durationBounds.length)} end`;
const hourNow = sql`at / ${sql.lit(hourMs)}`;
/** A client names itself, at any length. */
const clientNow = sql`substr(client, 1, 100)`;

/**
 * Counts the calls of the record by the hour, behind a mark: no call waits for it, and those recorded before it existed
 * are counted as well. A call that has not ended is remembered, and counted when it has. Several gateways on one database
 * move the mark in turn, so none counts a call twice. What is asked adds the calls after the mark, and is always exact.
 */
export function createCallStats(store: Store, { settleMs = 60_000 }: CallStatsOptions = {}) {
  const { db, reads, dialect } = store;
  let seen: { id: number; at: number } | undefined;
  let settled = 0;

  async function latestId(): Promise<number> {
    const row = await reads
      .selectFrom("call_record")
      .select("id")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? 0;
  }

  async function mark(): Promise<number> {
    const { through } = await reads
      .selectFrom("call_stats_state")
      .select("through")
      .executeTakeFirstOrThrow();
    return through;
  }

  /** The last id before which none can still appear. On SQLite ids appear in order. */
  async function settledId(): Promise<number> {
    const latest = await latestId();
    if (dialect === "sqlite") return latest;
    const now = performance.now();
    if (seen && now - seen.at >= settleMs) {
      settled = seen.id;
      seen = undefined;
    }
    seen ??= { id: latest, at: now };
    return settled;
  }

  /** Adds calls of the record to the counts. */
  const add = (condition: RawBuilder<unknown>) => sql`
    insert into call_stats (hour, user_id, path, client, bucket, calls, failed, last_at)
    select hour, user_id, path, client, bucket, count(*), sum(failed), max(at) from (
      select ${hourNow} as hour, user_id, path, ${clientNow} as client, ${bucketNow} as bucket, ${failedNow} as failed, at
      from call_record where ${condition}
    ) as calls where true group by hour, user_id, path, client, bucket
    on conflict (hour, user_id, path, client, bucket) do update set
      calls = call_stats.calls + excluded.calls, failed = call_stats.failed + excluded.failed,
      last_at = case when excluded.last_at > call_stats.last_at then excluded.last_at else call_stats.last_at end`;

  /** Counts the calls between two ids, and tells whether the mark was still at the first. */
  const advance = (from: number, to: number): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("call_stats_state")
        .set({ through: to })
        .where("through", "=", from)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const between = sql`id > ${from} and id <= ${to}`;
      // First those that are left out: a call that ends between the two statements is counted later, not twice.
      await sql`insert into call_stats_open (id) select id from call_record where ${between} and ${isOpen}`.execute(
        trx,
      );
      await add(sql`${between} and id not in (select id from call_stats_open)`).execute(trx);
      return true;
    });

  /** Counts those that have ended since their turn, and forgets those that the record no longer has. */
  async function countEnded(): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select open.id from call_stats_open as open left join call_record as call on call.id = open.id
      where call.id is null or not (${isOpen}) limit ${sql.lit(maxEnded)}`.execute(reads);
    if (rows.length === 0) return;
    await db.transaction().execute(async (trx) => {
      const taken = await trx
        .deleteFrom("call_stats_open")
        .where(
          "id",
          "in",
          rows.map(({ id }) => id),
        )
        .returning("id")
        .execute();
      if (taken.length > 0) await add(sql`id in (${sql.join(taken.map(({ id }) => id))})`).execute(trx);
    });
  }

  /** The counted calls and those that are not counted yet, in one statement: the mark cannot move in between. */
  function counted({ userId, fromHour }: StatsRange, floor: number): RawBuilder<unknown> {
    const own = userId === undefined ? sql`` : sql`and user_id = ${userId}`;
    const now = sql`select ${hourNow} as hour, path, client, ${bucketNow} as bucket, 1 as calls, ${failedNow} as failed,
      at as last_at from call_record where at >= ${fromHour * hourMs} and not (${isOpen}) ${own}`;
    return sql`(
      select hour, path, client, bucket, calls, failed, last_at from call_stats where hour >= ${fromHour} ${own}
      union all ${now} and id > (select through from call_stats_state) and id > ${floor}
      union all ${now} and id in (select id from call_stats_open)
    ) as counted`;
  }

  async function series({ fromHour, stepHours }: StatsRange, from: RawBuilder<unknown>) {
    type Row = DurationCount & { step: number; failed: number };
    const { rows } = await sql<Row>`
      select (hour - ${fromHour}) / ${sql.lit(stepHours)} as step, bucket, sum(calls) as calls, sum(failed) as failed
      from ${from} group by 1, 2`.execute(reads);
    return rows.map(numbers);
  }

  /** The 95th percentile is found where the counts are: of ten thousand tools, only the slowest are read. */
  async function slowest(from: RawBuilder<unknown>): Promise<ToolSummary[]> {
    type Row = Omit<ToolSummary, "p95Ms"> & { bucket: number; share: number };
    const { rows } = await sql<Row>`
      with spans as (
        select path, bucket, sum(calls) as calls from ${from} where bucket >= 0 group by path, bucket
      ), sums as (
        select path, bucket, calls, sum(calls) over (partition by path order by bucket) as until,
          sum(calls) over (partition by path) as total
        from spans
      ), found as (
        select path, min(bucket) as bucket from sums where until >= 0.95 * total and total >= ${sql.lit(fewRuns)}
        group by path order by 2 desc, 1 limit ${sql.lit(maxListed)}
      )
      select sums.path as path, sums.bucket as bucket, sums.total as calls,
        (0.95 * sums.total - (sums.until - sums.calls)) / sums.calls as share
      from sums join found on found.path = sums.path and found.bucket = sums.bucket`.execute(reads);
    return rows
      .map(numbers)
      .map(({ path, calls, bucket, share }) => ({ path, calls, failed: 0, p95Ms: within(bucket, share) }))
      .sort((a, b) => b.p95Ms - a.p95Ms);
  }

  async function failing(from: RawBuilder<unknown>): Promise<ToolSummary[]> {
    const { rows } = await sql<Omit<ToolSummary, "p95Ms">>`
      select path, sum(calls) as calls, sum(failed) as failed from ${from}
      group by path having sum(failed) > 0 order by 3 desc, 2, 1 limit ${sql.lit(maxListed)}`.execute(reads);
    return rows.map((row) => ({ ...numbers(row), p95Ms: null }));
  }

  async function clients(from: RawBuilder<unknown>): Promise<ClientSummary[]> {
    const { rows } = await sql<ClientSummary>`
      select client, sum(calls) as calls, max(last_at) as "lastAt" from ${from}
      group by client order by 3 desc limit ${sql.lit(maxClients)}`.execute(reads);
    return rows.map(numbers);
  }

  return {
    /** Counts what has been recorded, a little at a time, until the signal. */
    async count(signal?: AbortSignal): Promise<void> {
      const until = await settledId();
      let from = await mark();
      let size = 200;
      while (from < until && !signal?.aborted) {
        const first = await reads
          .selectFrom("call_record")
          .select("id")
          .where("id", ">", from)
          .orderBy("id")
          .limit(1)
          .executeTakeFirst();
        const began = performance.now();
        const to = Math.min(until, Math.max(from, (first?.id ?? until) - 1) + size);
        from = (await advance(from, to)) ? to : await mark();
        const tookMs = performance.now() - began;
        if (tookMs > 2 * wantedMs) size = Math.max(50, size >> 1);
        else if (tookMs < wantedMs) size = Math.min(maxStep, size * 2);
        if (from < until) await sleep(Math.max(leastPauseMs, pauseFactor * tookMs));
      }
      if (!signal?.aborted) await countEnded();
    },

    async read(range: StatsRange) {
      const [latest, through] = [await latestId(), await mark()];
      const from = counted(range, latest - maxUncounted);
      const rows = await series(range, from);
      const steps = Math.ceil((Math.floor(Date.now() / hourMs) + 1 - range.fromHour) / range.stepHours);
      const points = Array.from({ length: steps }, (_, step): CallPoint => {
        const own = rows.filter((row) => row.step === step);
        return { at: (range.fromHour + step * range.stepHours) * hourMs, ...summarize(own) };
      });
      return {
        total: summarize(rows),
        points,
        slowest: await slowest(from),
        failing: await failing(from),
        clients: await clients(from),
        /** Whether older calls are still being counted. */
        counting: latest - through > maxUncounted,
      };
    },

    /** Forgets the counts of the hours before a time. */
    async prune(before: number): Promise<void> {
      await db
        .deleteFrom("call_stats")
        .where("hour", "<", Math.floor(before / hourMs))
        .execute();
    },
  };
}

const summarize = (rows: readonly (DurationCount & { failed: number })[]): CallSummary => ({
  calls: sumOf(rows, "calls"),
  failed: sumOf(rows, "failed"),
  p95Ms: percentile(rows, 0.95),
});

const sumOf = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** PostgreSQL gives sums as text. */
function numbers<Row extends object>(row: Row): Row {
  const texts = ["path", "client"];
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, texts.includes(name) ? value : Number(value)]),
  ) as Row;
}
