import { type Kysely, sql } from "kysely";
import type { Migrations } from "../migrate.ts";

export const migrations = {
  /** Numbers the calls in the order they were stored, so that they can be followed. */
  async "0011-number-calls"(db, dialect) {
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
    await sql`create index call_record_user_idx on call_record (user_id, id)`.execute(db);
  },

  async "0012-create-sources"(db) {
    await sql`create table if not exists source (
      id text primary key, kind text not null, config text not null, sealed text not null,
      trust text not null, found text, pinned text not null, created_by text not null,
      created_at bigint not null
    )`.execute(db);
    await sql`create table if not exists authorization_flow (
      state_hash text primary key, sealed text not null, expires_at bigint not null
    )`.execute(db);
  },

  async "0013-expose-source"(db) {
    await db.schema.alterTable("endpoint").addColumn("source", "text").execute();
  },

  async "0014-create-runs"(db) {
    await sql`create table if not exists run (
      id text primary key, user_id text not null, via text not null, state text not null,
      journal text not null, updated_at bigint not null
    )`.execute(db);
    await sql`create table if not exists run_output (
      handle text primary key, user_id text not null, body text not null, created_at bigint not null
    )`.execute(db);
  },

  async "0015-create-approvals"(db) {
    await sql`create table if not exists approval (
      id text primary key, user_id text not null, via text not null, path text not null,
      arguments text not null, call_hash text not null, run_id text, state text not null, note text,
      created_at bigint not null, decided_at bigint
    )`.execute(db);
    await sql`create index if not exists approval_call_idx on approval (call_hash)`.execute(db);
    await sql`create table if not exists approval_rule (
      id text primary key, user_id text, role text, via text, pattern text not null, effect text not null,
      created_at bigint not null
    )`.execute(db);
    await sql`alter table endpoint add column model_approves integer not null default 0`.execute(db);
  },

  /** Several connections of one owner to one provider, told apart by name. Those from before are named `default`. */
  async "0016-name-connections"(db) {
    // SQLite cannot change a table's primary key, so the table is rebuilt.
    await sql`create table named_connection (
      owner_id text not null, provider text not null, name text not null, kind text not null,
      is_default integer not null, sealed text not null, last_four text not null, expires_at bigint,
      created_at bigint not null,
      constraint named_connection_pkey primary key (owner_id, provider, name, kind)
    )`.execute(db);
    const kept = ["owner_id", "provider", "kind", "sealed", "last_four", "expires_at", "created_at"] as const;
    const tables = db as Kysely<Record<"connection" | "named_connection", Record<string, unknown>>>;
    await tables
      .insertInto("named_connection")
      .columns([...kept, "name", "is_default"])
      .expression((row) =>
        row
          .selectFrom("connection")
          .select([...kept, sql.lit("default").as("name"), row.lit(1).as("is_default")]),
      )
      .execute();
    await db.schema.dropTable("connection").execute();
    await db.schema.alterTable("named_connection").renameTo("connection").execute();

    await db.schema.alterTable("endpoint").addColumn("connections", "text").execute();
    await db.schema.alterTable("call_record").addColumn("connection", "text").execute();
    await db.schema.alterTable("approval").addColumn("connection", "text").execute();
  },

  async "0018-ask-in-runs"(db) {
    await db.schema.alterTable("approval").addColumn("question", "text").execute();
    await db.schema.alterTable("approval").addColumn("answer", "text").execute();
  },

  /** Which admins the owner lets add sources that run a program. */
  async "0020-allow-programs"(db) {
    await sql`alter table "user" add column may_add_programs integer not null default 0`.execute(db);
  },

  /**
   * For lists, and for the calls that are not `ok`, which are few: their index stays small, and costs a call that only reads
   * nothing. One for endpoints would cost each call a quarter more; such a search goes through the record instead.
   */
  async "0020-index-lists"(db) {
    await sql`create index call_record_outcome_idx on call_record (outcome, id) where outcome <> 'ok'`.execute(
      db,
    );
    await sql`create index endpoint_user_idx on endpoint (user_id)`.execute(db);
    await sql`create index approval_user_idx on approval (user_id, state)`.execute(db);
    await sql`create index approval_run_idx on approval (run_id)`.execute(db);
  },
} satisfies Migrations;
