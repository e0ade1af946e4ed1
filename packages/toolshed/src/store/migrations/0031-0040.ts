import { sql } from "kysely";
import type { Migrations } from "../migrate.ts";

export const migrations = {
  /** Views keep a small state: of one showing, or under a key of their own. */
  async "0031-view-state"(db) {
    await sql`create table view_state (
      user_id text not null references "user" (id) on delete cascade, source text not null, slot text not null,
      is_keyed integer not null, state text not null, version bigint not null, written_at bigint not null,
      constraint view_state_pkey primary key (user_id, source, slot)
    )`.execute(db);
    await sql`create index view_state_age_idx on view_state (is_keyed, written_at)`.execute(db);
  },

  /** A call knows what it is part of, why it failed and where its time went. */
  async "0032-trace-calls"(db) {
    for (const column of ["trace_id", "run_id", "error", "timings"])
      await db.schema.alterTable("call_record").addColumn(column, "text").execute();
    await db.schema.alterTable("call_record").addColumn("result_state", "integer").execute();
    for (const column of ["trace_id", "run_id"])
      await sql`create index ${sql.ref(`call_record_${column}_idx`)} on call_record (${sql.ref(column)}, id)
        where ${sql.ref(column)} is not null`.execute(db);
  },

  /** Results are kept for a while, encrypted, as the settings say. Their sum is read from the index alone. */
  async "0033-keep-results"(db, dialect) {
    const [id, bytes] = dialect === "sqlite" ? ["integer", "blob"] : ["bigint", "bytea"];
    await sql`create table call_result (
      call_id ${sql.raw(id)} primary key references call_record (id) on delete cascade,
      at bigint not null, bytes integer not null, sealed ${sql.raw(bytes)} not null
    )`.execute(db);
    await sql`create index call_result_size_idx on call_result (call_id, bytes)`.execute(db);
    await sql`create table setting (name text primary key, value text not null)`.execute(db);
  },

  /**
   * Calls are counted by the hour, so that the overview does not read them all. A chore also counts those recorded before.
   * Beside them, how much of the tool definitions clients were sent.
   */
  async "0034-call-stats"(db, dialect) {
    const clustered = sql.raw(dialect === "sqlite" ? "without rowid" : "");
    await sql`create table call_stats (
      hour bigint not null, user_id text not null, client text not null, bucket integer not null,
      calls bigint not null, failed bigint not null, last_at bigint not null,
      constraint call_stats_pkey primary key (hour, user_id, client, bucket)
    ) ${clustered}`.execute(db);
    await sql`create table tool_stats (
      period bigint not null, user_id text not null, path text not null,
      calls bigint not null, failed bigint not null, runs bigint not null, total_ms bigint not null,
      constraint tool_stats_pkey primary key (period, user_id, path)
    ) ${clustered}`.execute(db);
    await sql`create table call_stats_state (through bigint not null)`.execute(db);
    await sql`insert into call_stats_state (through) values (0)`.execute(db);
    await sql`create table call_stats_open (id bigint not null, constraint call_stats_open_pkey primary key (id))`.execute(
      db,
    );
    await sql`create table definition_stats (
      day bigint not null, user_id text not null, lists bigint not null,
      defined_chars bigint not null, sent_chars bigint not null,
      constraint definition_stats_pkey primary key (day, user_id)
    )`.execute(db);
  },

  /** People save calls on a tool's page. The arguments are encrypted. */
  async "0035-saved-call"(db) {
    await sql`create table saved_call (
      id text primary key, user_id text not null references "user" (id) on delete cascade, path text not null,
      name text not null, sealed text not null, created_at bigint not null
    )`.execute(db);
    await sql`create index saved_call_user_idx on saved_call (user_id, path)`.execute(db);
  },

  /** An admin may reject a changed tool. Nobody has rejected one before. */
  async "0036-rejected-tools"(db) {
    await sql`alter table source add column rejected text not null default '{}'`.execute(db);
  },

  async "0037-name-deciders"(db) {
    await db.schema.alterTable("approval").addColumn("decided_by", "text").execute();
  },

  /** A request to open a View can arrive after the request that closes it, even at another gateway. */
  async "0038-closed-views"(db) {
    await sql`create table live_closed (
      page text primary key, sequence bigint not null, closed_at bigint not null
    )`.execute(db);
  },

  /** Paused runs of a person are bounded by their length, which is summed without reading them. */
  async "0039-measure-runs"(db) {
    await sql`alter table run add column length bigint not null default 0`.execute(db);
    await sql`update run set length = length(journal)`.execute(db);
  },
} satisfies Migrations;
