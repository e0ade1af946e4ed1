import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
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

/** One write to the record. The id of a start is set when it is stored. */
export interface CallWrite {
  readonly kind: "append" | "start" | "complete";
  readonly row: Omit<Database["call_record"], "id" | "note">;
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
      for (const { row } of some) pushValues(row, values);
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
function pushValues(row: CallWrite["row"], values: unknown[]): void {
  values.push(
    row.at,
    storable(row.user_id),
    storable(row.via),
    storable(row.client),
    storable(row.path),
    row.outcome,
    row.duration_ms,
    row.result_bytes,
    row.arguments,
    row.connection,
    row.endpoint_id,
    row.approval_id,
  );
}

/** PostgreSQL refuses a text with this character, and with it all writes of the batch. */
const storable = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text);

const updateSql =
  "update call_record set outcome = ?, duration_ms = ?, result_bytes = ?, arguments = ?, approval_id = ? where id = ?";
const updateEach = (writes: readonly CallWrite[]): CompiledQuery[] =>
  writes.map(({ row, id }) =>
    CompiledQuery.raw(updateSql, [
      row.outcome,
      row.duration_ms,
      row.result_bytes,
      row.arguments,
      row.approval_id,
      id,
    ]),
  );

const updateAllSql = `update call_record set outcome = ended.outcome, duration_ms = ended.duration_ms,
  result_bytes = ended.result_bytes, arguments = ended.arguments, approval_id = ended.approval_id
  from unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::text[])
    as ended (id, outcome, duration_ms, result_bytes, arguments, approval_id)
  where call_record.id = ended.id`;
const updateAll = (writes: readonly CallWrite[]): CompiledQuery[] =>
  writes.length === 0
    ? []
    : [
        CompiledQuery.raw(updateAllSql, [
          writes.map(({ id }) => id),
          writes.map(({ row }) => row.outcome),
          writes.map(({ row }) => row.duration_ms),
          writes.map(({ row }) => row.result_bytes),
          writes.map(({ row }) => row.arguments),
          writes.map(({ row }) => row.approval_id),
        ]),
      ];

/** That a call has this outcome, in the words of the index for the few that are not `ok`. */
export const hasOutcome = (outcome: string): RawBuilder<boolean> =>
  outcome === "ok" ? sql`outcome = ${outcome}` : sql`(outcome = ${outcome} and outcome <> 'ok')`;
