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
  /** The approval that it waits for. */
  readonly approvalId?: string | undefined;
}

/** One write to the record. The id of a start is set when it is stored. */
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
    const of = (kind: CallWrite["kind"]) => writes.filter((one) => one.kind === kind);
    const starts = of("start");
    const answers = await write([
      ...toInserts("start", starts),
      ...toInserts("append", of("append")),
      ...(dialect === "sqlite" ? updateEach : updateAll)(of("complete")),
    ]);
    if (starts.length === 0) return;
    // Both engines number the rows of a statement in their order, but may return them in another.
    const ids = answers.flatMap((rows) => rows.map(({ id }) => id as number)).sort((a, b) => a - b);
    for (const [index, start] of starts.entries()) start.id = ids[index] as number;
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
  );
}

/** PostgreSQL refuses a text with this character, and with it all writes of the batch. */
const storable = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text);

const updateSql =
  "update call_record set outcome = ?, duration_ms = ?, result_bytes = ?, arguments = ?, approval_id = ? where id = ?";
const updateEach = (writes: readonly CallWrite[]): CompiledQuery[] =>
  writes.map((write) => CompiledQuery.raw(updateSql, [...endOf(write), write.id]));

const updateAllSql = `update call_record set outcome = ended.outcome, duration_ms = ended.duration_ms,
  result_bytes = ended.result_bytes, arguments = ended.arguments, approval_id = ended.approval_id
  from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::bigint[])
    as ended (outcome, duration_ms, result_bytes, arguments, approval_id, id)
  where call_record.id = ended.id`;
function updateAll(writes: readonly CallWrite[]): CompiledQuery[] {
  if (writes.length === 0) return [];
  const rows = writes.map((write) => [...endOf(write), write.id]);
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column]));
  return [CompiledQuery.raw(updateAllSql, columns)];
}

const endOf = ({ entry: { outcome, durationMs, resultBytes, arguments: args, approvalId } }: CallWrite) => [
  outcome,
  durationMs,
  resultBytes,
  args,
  approvalId ?? null,
];

/** That a call has this outcome, in the words of the index for the few that are not `ok`. */
export const hasOutcome = (outcome: string): RawBuilder<boolean> =>
  outcome === "ok" ? sql`outcome = ${outcome}` : sql`(outcome = ${outcome} and outcome <> 'ok')`;
