import { type Kysely, sql } from "kysely";
import type { Store } from "../../store.ts";

/** Numbers the calls in the order they were stored, so that they can be followed. */
export async function numberCalls(db: Kysely<unknown>, dialect: Store["dialect"]): Promise<void> {
  await db.schema.dropIndex("call_record_at_idx").execute();
  if (dialect === "postgres") {
    await db.schema
      .alterTable("call_record")
      .addColumn("id", "bigserial", (column) => column.primaryKey())
      .execute();
  } else {
    // SQLite cannot add a key to a table; as the row's own number it costs an insert nothing.
    await sql`alter table call_record rename to unnumbered_call_record`.execute(db);
    await sql`create table call_record (
      id integer primary key, at bigint not null, user_id text not null, via text not null, client text not null,
      path text not null, outcome text not null, duration_ms integer not null, result_bytes integer not null,
      arguments text not null
    )`.execute(db);
    const columns = sql`at, user_id, via, client, path, outcome, duration_ms, result_bytes, arguments`;
    await sql`insert into call_record (${columns}) select ${columns} from unnumbered_call_record order by at`.execute(
      db,
    );
    await db.schema.dropTable("unnumbered_call_record").execute();
  }
  await db.schema.createIndex("call_record_user_idx").on("call_record").columns(["user_id", "id"]).execute();
}
