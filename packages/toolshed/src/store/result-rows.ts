import { CompiledQuery } from "kysely";
import type { Store } from "./store.ts";

/** A result as it is stored. */
export interface ResultRow {
  /** Of its call. */
  readonly id: number;
  readonly at: number;
  readonly bytes: number;
  readonly sealed: Uint8Array;
}

const rowsPerStatement = 20;

/** Stores results in one transaction. */
export async function writeResults({ write, dialect }: Store, rows: readonly ResultRow[]): Promise<void> {
  const queries: CompiledQuery[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement);
    const values = some.flatMap(({ id, at, bytes, sealed }) => [id, at, bytes, sealed]);
    queries.push(CompiledQuery.raw(insertSql(dialect, some.length), values));
  }
  await write(queries);
}

function insertSql(dialect: Store["dialect"], count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const places = [1, 2, 3, 4].map((place) => (dialect === "sqlite" ? "?" : `$${row * 4 + place}`));
    return `(${places.join(", ")})`;
  });
  return `insert into call_result (call_id, at, bytes, sealed) values ${rows.join(", ")}`;
}
