import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { hasOutcome, openOutcomes, problem } from "../call-rows.ts";
import { deleteSlowly } from "../delete-slowly.ts";
import type { Store } from "../store.ts";
import { type DurationCount, durationBounds, notRun, percentile } from "./durations.ts";

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

export interface ToolSummary {
  readonly path: string;
  readonly calls: number;
  readonly failed: number;
  /** Of the calls that ran. */
  readonly averageMs: number;
}

export interface ClientSummary {
  readonly client: string;
  readonly calls: number;
  readonly lastAt: number;
}

export interface StatsRange {
  /** Absent means everybody's. */
  readonly userId?: string | undefined;
  /** Hours since 1970. If it is more than a day ago, the hour with which a day begins. */
  readonly fromHour: number;
  /** The hours of one point. */
  readonly stepHours: number;
}

export interface CallStatsOptions {
  /** How long another gateway may take to store a call after it got its number. */
  readonly settleMs?: number;
}

export const hourMs: number = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Tools are counted by the hour for so long, and by the day for ever: one has to read little in either case. */
const hoursOfTools = 26;
const maxListed = 5;
const maxClients = 8;
/** A tool with fewer runs is not called slow. */
const fewRuns = 3;
/** As many calls are read beside those that are counted. Only after an update can more be left to count. */
const maxUncounted = 50_000;
/** What one step should take, and how much longer the pause after it is. SQLite counts on the main thread. */
const wantedMs = 3;
const pauseFactor = 4;
const leastPauseMs = 5;
const maxStep = 5_000;
const maxEnded = 500;

const listOf = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)));
const isOpen = sql`outcome in (${listOf(openOutcomes)})`;
/** Callers make up the paths of others, each another one. */
const isOfTool = sql`outcome <> 'not_found'`;
const hasFailed = sql`case when ${hasOutcome(problem)} then 1 else 0 end`;
const hasRun = sql`case when outcome in ('ok', 'failed', 'timeout') then 1 else 0 end`;
const bucketOf = sql`case when ${hasRun} = 0 then ${sql.lit(notRun)}
  ${sql.join(
    durationBounds.map((bound, bucket) => sql`when duration_ms <= ${sql.lit(bound)} then ${sql.lit(bucket)}`),
    sql` `,
  )} else ${sql.lit(durationBounds.length)} end`;
const perHour = sql`at / ${sql.lit(hourMs)}`;
const dayOfHour = sql`-(hour / 24)`;
/** A client names itself, at any length. */
const clientOf = sql`substr(client, 1, 100)`;
/** What stands for everybody, so that the calls of many people are read as fast as those of one. */
const everybody = "";
/** Each call twice: as its person's, and as everybody's. */
const owners = sql`(select 0 as shared union all select 1 as shared) as owners`;
const ownerOf = sql`case when shared = 1 then ${sql.lit(everybody)} else user_id end`;

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

  /** Adds calls of the record to the counts. Each call is read once: its sums, not it, are taken as everybody's too. */
  async function add(trx: Store["db"], condition: RawBuilder<unknown>): Promise<void> {
    await sql`
      with sums as materialized (
        select ${perHour} as hour, user_id, ${clientOf} as client, ${bucketOf} as bucket, count(*) as calls,
          sum(${hasFailed}) as failed, max(at) as last_at from call_record where ${condition} group by 1, 2, 3, 4
      )
      insert into call_stats (hour, user_id, client, bucket, calls, failed, last_at)
      select hour, ${ownerOf} as owner, client, bucket, sum(calls), sum(failed), max(last_at)
      from sums, ${owners} where true group by hour, owner, client, bucket
      on conflict (hour, user_id, client, bucket) do update set
        calls = call_stats.calls + excluded.calls, failed = call_stats.failed + excluded.failed,
        last_at = case when excluded.last_at > call_stats.last_at then excluded.last_at else call_stats.last_at end`.execute(
      trx,
    );
    await sql`
      with sums as materialized (
        select ${perHour} as hour, user_id, path, count(*) as calls, sum(${hasFailed}) as failed,
          sum(${hasRun}) as runs, sum(${hasRun} * duration_ms) as total_ms
        from call_record where ${isOfTool} and ${condition} group by 1, 2, 3
      )
      insert into tool_stats (period, user_id, path, calls, failed, runs, total_ms)
      select case when daily = 1 then ${dayOfHour} else hour end as period, ${ownerOf} as owner, path,
        sum(calls), sum(failed), sum(runs), sum(total_ms)
      from sums, ${owners}, (select 0 as daily union all select 1 as daily) as spans
      where daily = 1 or hour >= ${Math.floor(Date.now() / hourMs) - hoursOfTools} group by period, owner, path
      on conflict (period, user_id, path) do update set
        calls = tool_stats.calls + excluded.calls, failed = tool_stats.failed + excluded.failed,
        runs = tool_stats.runs + excluded.runs, total_ms = tool_stats.total_ms + excluded.total_ms`.execute(
      trx,
    );
  }

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
      await add(trx, sql`${between} and id not in (select id from call_stats_open)`);
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
      if (taken.length > 0) await add(trx, sql`id in (${sql.join(taken.map(({ id }) => id))})`);
    });
  }

  /** The calls that are not counted yet. In one statement with those that are, so that the mark cannot move in between. */
  function uncounted(
    columns: RawBuilder<unknown>,
    { userId, fromHour }: StatsRange,
    floor: number,
    condition: RawBuilder<unknown> = sql`1 = 1`,
  ) {
    const own = userId === undefined ? sql`` : sql`and user_id = ${userId}`;
    const calls = sql`select ${columns} from call_record where at >= ${fromHour * hourMs} and not (${isOpen}) and ${condition} ${own}`;
    return sql`
      union all ${calls} and id > (select through from call_stats_state) and id > ${floor}
      union all ${calls} and id in (select id from call_stats_open)`;
  }

  function countedCalls(range: StatsRange, floor: number): RawBuilder<unknown> {
    const { fromHour, userId = everybody } = range;
    const columns = sql`${perHour} as hour, ${clientOf} as client, ${bucketOf} as bucket, 1 as calls,
      ${hasFailed} as failed, at as last_at`;
    return sql`(
      select hour, client, bucket, calls, failed, last_at from call_stats
      where hour >= ${fromHour} and user_id = ${userId} ${uncounted(columns, range, floor)}
    ) as counted`;
  }

  async function series(range: StatsRange, floor: number) {
    type Row = DurationCount & { step: number; failed: number };
    const { rows } = await sql<Row>`
      select (hour - ${sql.lit(range.fromHour)}) / ${sql.lit(range.stepHours)} as step, bucket,
        sum(calls) as calls, sum(failed) as failed
      from ${countedCalls(range, floor)} group by 1, 2`.execute(reads);
    return rows.map(numbers);
  }

  async function clients(range: StatsRange, floor: number): Promise<ClientSummary[]> {
    const { rows } = await sql<ClientSummary>`
      select client, sum(calls) as calls, max(last_at) as "lastAt" from ${countedCalls(range, floor)}
      group by client order by 3 desc limit ${sql.lit(maxClients)}`.execute(reads);
    return rows.map(numbers);
  }

  /** The slowest tools and those that fail most. */
  async function tools(range: StatsRange, floor: number) {
    const { fromHour, userId = everybody } = range;
    const isRecent = fromHour > Math.floor(Date.now() / hourMs) - hoursOfTools;
    const periods = isRecent
      ? sql`period >= ${fromHour}`
      : sql`period < 0 and period <= ${-Math.floor((fromHour * hourMs) / dayMs)}`;
    const columns = sql`path, 1 as calls, ${hasFailed} as failed, ${hasRun} as runs, ${hasRun} * duration_ms as total_ms`;
    const first = (kind: string, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
      sql`select * from (
        select ${sql.lit(kind)} as kind, path, calls, failed, total_ms / (runs + 0.0001) as "averageMs" from tools
        where ${condition} order by ${order}, path limit ${sql.lit(maxListed)}
      ) as ${sql.ref(kind)}`;
    const { rows } = await sql<ToolSummary & { kind: "slowest" | "failing" }>`
      with tools as materialized (
        select path, sum(calls) as calls, sum(failed) as failed, sum(runs) as runs, sum(total_ms) as total_ms from (
          select path, calls, failed, runs, total_ms from tool_stats
          where ${periods} and user_id = ${userId} ${uncounted(columns, range, floor, isOfTool)}
        ) as counted group by path
      )
      ${first("slowest", sql`runs >= ${sql.lit(fewRuns)}`, sql`total_ms / runs desc`)}
      union all ${first("failing", sql`failed > 0`, sql`failed desc`)}`.execute(reads);
    const of = (wanted: string): ToolSummary[] =>
      rows.filter(({ kind }) => kind === wanted).map(({ kind: _, ...row }) => toTool(numbers(row)));
    return { slowest: of("slowest"), failing: of("failing") };
  }

  return {
    /** Counts what has been recorded, a little at a time, until the signal. */
    async count(signal?: AbortSignal): Promise<void> {
      const until = await settledId();
      let from = await mark();
      let size = dialect === "sqlite" ? 200 : maxStep;
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
        if (dialect === "sqlite") size = nextSize(size, tookMs);
        if (from < until) await sleep(Math.max(leastPauseMs, pauseFactor * tookMs));
      }
      if (!signal?.aborted) await countEnded();
    },

    async read(range: StatsRange) {
      const [latest, through] = [await latestId(), await mark()];
      const floor = latest - maxUncounted;
      const rows = await series(range, floor);
      const steps = Math.ceil((Math.floor(Date.now() / hourMs) + 1 - range.fromHour) / range.stepHours);
      const points = Array.from({ length: steps }, (_, step): CallPoint => {
        const own = rows.filter((row) => row.step === step);
        return { at: (range.fromHour + step * range.stepHours) * hourMs, ...summarize(own) };
      });
      return {
        total: summarize(rows),
        points,
        ...(await tools(range, floor)),
        clients: await clients(range, floor),
        /** Whether older calls are still being counted. */
        counting: latest - through > maxUncounted,
      };
    },

    /** Forgets the counts of the hours before a time, a little at a time, until the signal. */
    async prune(before: number, signal?: AbortSignal): Promise<void> {
      const [day, hour] = [Math.floor(before / dayMs), Math.floor(Date.now() / hourMs) - hoursOfTools];
      const oldTools = sql`(period > ${-day} and period < 0 or period >= 0 and period < ${hour})`;
      await forget(
        "call_stats",
        ["hour", "user_id", "client", "bucket"],
        sql`hour < ${Math.floor(before / hourMs)}`,
      );
      await forget("tool_stats", ["period", "user_id", "path"], oldTools);

      function forget(table: string, columns: readonly string[], isOld: RawBuilder<unknown>) {
        const names = sql.join(columns.map((column) => sql.ref(column)));
        type Row = Record<string, unknown>;
        return deleteSlowly<Row>(store, {
          async find(limit) {
            const { rows } =
              await sql<Row>`select ${names} from ${sql.table(table)} where ${isOld} limit ${sql.lit(limit)}`.execute(
                reads,
              );
            return rows.map((key) => ({ key }));
          },
          remove(keys) {
            const listed = keys.map((key) => sql`(${sql.join(columns.map((column) => key[column]))})`);
            // SQLite takes such a list only as a table, in which PostgreSQL would not know the types.
            const values = sql.raw(dialect === "sqlite" ? "values" : "");
            return sql`delete from ${sql.table(table)} where (${names}) in (${values} ${sql.join(listed)})`.execute(
              db,
            );
          },
          signal,
        });
      }
    },
  };
}

function nextSize(size: number, tookMs: number): number {
  if (tookMs > 2 * wantedMs) return Math.max(50, size >> 1);
  return tookMs < wantedMs ? Math.min(maxStep, size * 2) : size;
}

const toTool = (row: ToolSummary): ToolSummary => ({ ...row, averageMs: Math.round(row.averageMs) });

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
