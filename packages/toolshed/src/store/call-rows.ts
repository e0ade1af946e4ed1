import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Store } from "./store.ts";

const callColumns = [
  "at",
  "user_id",
  "via",
  "client",
  "path",
  "outcome",
  "duration_ms",
  "result_bytes",
  "arguments",
  "connection",
  "endpoint_id",
  "approval_id",
  "trace_id",
  "run_id",
  "error",
  "timings",
  "result_state",
] as const;

/** A call as it is handed to the record. */
export interface NewCallEntry {
  readonly at: number;
  readonly userId: string;
  readonly via: string;
  readonly client: string;
  readonly path: string;
  readonly outcome: string;
  readonly durationMs: number;
  readonly resultBytes: number;
  /** As JSON, with secrets masked. */
  readonly arguments: string;
  readonly connection: string | null;
  /** Absent for a person's own doors. */
  readonly endpointId?: string | undefined;
  /** The approval that it waits for, or was made with. */
  readonly approvalId?: string | undefined;
  /** The trace or session of the client that it is part of. */
  readonly traceId?: string | undefined;
  /** The run whose script made it. */
  readonly runId?: string | undefined;
  /** Why it failed, without secrets. */
  readonly error?: string | undefined;
  /** Milliseconds by stage, as a JSON object. */
  readonly timings?: string | undefined;
  /** What is kept of its result. */
  readonly result?: KeptResult | undefined;
}

/** A result as it is kept: the beginning of it, if it is too large. */
export interface KeptResult {
  /** JSON, without secrets. */
  readonly text: string;
  readonly bytes: number;
  readonly isCut: boolean;
}

/** One write to the record. The id of a start, or of a call with a result to keep, is set when it is stored. */
export interface CallWrite {
  readonly kind: "append" | "start" | "complete";
  readonly entry: NewCallEntry;
  id: number;
}

/** SQLite runs a prepared statement in microseconds, and keeps one for each count; PostgreSQL has to be waited for each time. */
const rowsPerStatement = { sqlite: 20, postgres: 100 };
const blank = Object.fromEntries(callColumns.map((column) => [column, null]));

/** Stores writes in one transaction. Its queries are built once. */
export function createWriteCalls({ db, dialect, write }: Store): (writes: CallWrite[]) => Promise<void> {
  const sqlByCount = { append: new Map<number, string>(), start: new Map<number, string>() };

  function sqlFor(kind: "append" | "start", count: number): string {
    const known = sqlByCount[kind].get(count);
    if (known !== undefined) return known;
    const insert = db.insertInto("call_record").values(Array.from({ length: count }, () => blank) as never);
    const { sql: text } = kind === "start" ? insert.returning("id").compile() : insert.compile();
    sqlByCount[kind].set(count, text);
    return text;
  }

  function toInserts(kind: "append" | "start", writes: readonly CallWrite[]): CompiledQuery[] {
    const queries: CompiledQuery[] = [];
    for (let start = 0; start < writes.length; start += rowsPerStatement[dialect]) {
      const some = writes.slice(start, start + rowsPerStatement[dialect]);
      const values: unknown[] = [];
      for (const { entry } of some) pushValues(entry, values);
      queries.push(CompiledQuery.raw(sqlFor(kind, some.length), values));
    }
    return queries;
  }

  return async (writes) => {
    const numbered: CallWrite[] = [];
    const appended: CallWrite[] = [];
    const completed: CallWrite[] = [];
    for (const one of writes) {
      if (one.kind === "complete") completed.push(one);
      else (one.kind === "start" || one.entry.result ? numbered : appended).push(one);
    }
    const answers = await write([
      ...toInserts("start", numbered),
      ...toInserts("append", appended),
      ...(dialect === "sqlite" ? updateEach : updateAll)(completed),
    ]);
    if (numbered.length === 0) return;
    // Both engines number the rows of a statement in their order, but may return them in another.
    const ids = answers.flatMap((rows) => rows.map(({ id }) => id as number)).sort((a, b) => a - b);
    for (const [index, one] of numbered.entries()) one.id = ids[index] as number;
  };
}

// Named one by one: at every call, taking objects apart would cost more than all the rest here.
function pushValues(entry: NewCallEntry, values: unknown[]): void {
  values.push(
    entry.at,
    storable(entry.userId),
    storable(entry.via),
    storable(entry.client),
    storable(entry.path),
    entry.outcome,
    entry.durationMs,
    entry.resultBytes,
    entry.arguments,
    entry.connection,
    entry.endpointId ?? null,
    entry.approvalId ?? null,
    entry.traceId ?? null,
    entry.runId ?? null,
    entry.error === undefined ? null : storable(entry.error),
    entry.timings ?? null,
    stateOf(entry),
  );
}

const stateOf = ({ result }: NewCallEntry): number | null => (result ? (result.isCut ? 2 : 1) : null);

/** PostgreSQL refuses a text with this character, and with it all writes of the batch. */
const storable = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text);

const updateSql = `update call_record set outcome = ?, duration_ms = ?, result_bytes = ?, arguments = ?, approval_id = ?,
  error = ?, timings = ?, result_state = ? where id = ?`;
const updateEach = (writes: readonly CallWrite[]): CompiledQuery[] =>
  writes.map((write) => CompiledQuery.raw(updateSql, [...endOf(write), write.id]));

const updateAllSql = `update call_record set outcome = ended.outcome, duration_ms = ended.duration_ms,
  result_bytes = ended.result_bytes, arguments = ended.arguments, approval_id = ended.approval_id,
  error = ended.error, timings = ended.timings, result_state = ended.result_state
  from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[],
      $9::bigint[])
    as ended (outcome, duration_ms, result_bytes, arguments, approval_id, error, timings, result_state, id)
  where call_record.id = ended.id`;
function updateAll(writes: readonly CallWrite[]): CompiledQuery[] {
  if (writes.length === 0) return [];
  const rows = writes.map((write) => [...endOf(write), write.id]);
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column]));
  return [CompiledQuery.raw(updateAllSql, columns)];
}

const endOf = ({ entry }: CallWrite) => [
  entry.outcome,
  entry.durationMs,
  entry.resultBytes,
  entry.arguments,
  entry.approvalId ?? null,
  entry.error === undefined ? null : storable(entry.error),
  entry.timings ?? null,
  stateOf(entry),
];

/** That a call has this outcome, in the words of the index for the few that are not `ok`. */
export function hasOutcome(outcome: string): RawBuilder<boolean> {
  if (outcome === "ok") return sql`outcome = ${outcome}`;
  // One by one, by which the index finds them.
  const named = outcome === problem ? sql`in (${sql.join(problems)})` : sql`= ${outcome}`;
  return sql`(outcome ${named} and outcome <> 'ok')`;
}

/** Stands for every outcome that a person may want to look into: all but `ok` and those that are part of the way to it. */
export const problem = "problem";
const problems = ["failed", "not_found", "invalid", "denied", "timeout", "cancelled", "unknown"];
export const isProblem = (outcome: string): boolean => problems.includes(outcome);

/** Outcomes that are not the last: the call runs, or waits for a person. */
export const openOutcomes = ["started", "waiting"] as const;

/** That a call is a person's, in the words of the better index: there are few problems, and SQLite would choose the other. */
export const isOf = (userId: string, outcome: string | undefined): RawBuilder<boolean> =>
  outcome === problem ? sql`user_id || '' = ${userId}` : sql`user_id = ${userId}`;

/** That a call's path begins with a source. In place of LIKE, to which the underscores of ids mean something. */
export const isOfSource = (source: string): RawBuilder<boolean> =>
  sql`substr(path, 1, ${sql.lit(source.length + 1)}) = ${`${source}.`}`;

/** That the path, the error or the client has a text in it, in letters of either case. */
export function contains({ dialect }: Store, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  // In SQLite, LIKE ignores the case of the letters from A to Z.
  const like = sql.raw(dialect === "sqlite" ? "like" : "ilike");
  const columns = ["path", "error", "client"].map(
    (name) => sql`${sql.ref(name)} ${like} ${pattern} escape '\\'`,
  );
  return sql`(${sql.join(columns, sql` or `)})`;
}
