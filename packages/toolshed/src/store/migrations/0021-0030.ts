import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Migrations } from "../migrate.ts";

export const migrations = {
  /** Numbers the changes of a source, so that a gateway sees at a glance which ones it has to read again. */
  async "0021-number-sources"(db) {
    await sql`alter table source add column revision integer not null default 0`.execute(db);
  },

  /** An approval ends with the endpoint it was asked through. Until now only the endpoint's name was known. */
  async "0022-bind-approvals"(db) {
    await db.schema.alterTable("approval").addColumn("endpoint_id", "text").execute();
    await sql`
      update approval set endpoint_id = (
        select min(endpoint.id) from endpoint
        where endpoint.user_id = approval.user_id and endpoint.name = approval.via
        group by endpoint.user_id, endpoint.name
        having count(*) = 1
      )`.execute(db);
  },

  /**
   * A paused run is continued through the endpoint that began it: until now only the endpoint's name was known. The oldest
   * outputs of a person are found without reading their texts.
   */
  async "0023-bind-runs"(db) {
    await db.schema.alterTable("run").addColumn("endpoint_id", "text").execute();
    await sql`create index run_output_by_user on run_output (user_id, created_at)`.execute(db);
  },

  /** For endpoints page by page, and so that what goes with a member, a client or an endpoint is found without reading whole tables. */
  async "0024-page-lists"(db) {
    await sql`create index endpoint_page_idx on endpoint (user_id, created_at, id)`.execute(db);
    await db.schema.dropIndex("endpoint_user_idx").execute();
    await sql`create index approval_endpoint_idx on approval (endpoint_id)`.execute(db);
    await sql`create index endpoint_grant_client_idx on endpoint_grant (client_id)`.execute(db);
    await sql`create index plugin_data_user_idx on plugin_data (user_id)`.execute(db);
  },

  /**
   * Rules, recorded calls and kept outputs belong to an endpoint's id: until now they went by its name, which a later
   * endpoint may have as well. A rule for a name becomes one for each endpoint that has it. A call that waits for a person
   * knows for which approval, and why it ended if it was not made. A source keeps why its server's connection last ended.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the tables of two versions pass through here
  async "0025-bind-rules"(db: Kysely<any>) {
    // Never empty beside an empty name: that would be a rule for everyone.
    await sql`alter table approval_rule add column endpoint_id text references endpoint (id) on delete cascade`.execute(
      db,
    );
    for (const column of ["endpoint_id", "approval_id", "note"])
      await db.schema.alterTable("call_record").addColumn(column, "text").execute();
    await db.schema.alterTable("run_output").addColumn("door", "text").execute();
    await db.schema.alterTable("source").addColumn("last_reason", "text").execute();
    await db.schema.alterTable("source").addColumn("last_reason_at", "bigint").execute();
    await sql`create index call_record_approval_idx on call_record (approval_id) where approval_id is not null`.execute(
      db,
    );

    const rules = await db
      .selectFrom("approval_rule")
      .selectAll()
      .where("via", "is not", null)
      .where("via", "not in", ["command", "dashboard"])
      .execute();
    for (const rule of rules) {
      const endpoints = await db
        .selectFrom("endpoint")
        .select("id")
        .where("name", "=", rule.via)
        .$if(rule.user_id !== null, (query) => query.where("user_id", "=", rule.user_id))
        .orderBy("created_at")
        .execute();
      for (const [index, { id: endpoint_id }] of endpoints.entries()) {
        await (index === 0
          ? db.updateTable("approval_rule").set({ endpoint_id }).where("id", "=", rule.id).execute()
          : db
              .insertInto("approval_rule")
              .values({ ...rule, id: randomUUID(), endpoint_id })
              .execute());
      }
    }
  },

  /** For deleting a client or an endpoint without reading all grants or rules. 0024 may have created the first one. */
  async "0026-index-references"(db) {
    await sql`create index if not exists endpoint_grant_client_idx on endpoint_grant (client_id)`.execute(db);
    await sql`create index if not exists approval_rule_endpoint_idx on approval_rule (endpoint_id)`.execute(
      db,
    );
  },

  /** An invitation ends with the rights of the admin who made it. Who made the older ones is not known. */
  async "0027-own-invitations"(db) {
    await sql`alter table invitation add column created_by text references "user" (id) on delete cascade`.execute(
      db,
    );
  },

  /** Connections show how their last refresh went. Nothing is known of those of before. */
  async "0028-connection-health"(db) {
    for (const column of ["token_expires_at", "refreshed_at", "last_error_at"])
      await db.schema.alterTable("connection").addColumn(column, "bigint").execute();
    await db.schema.alterTable("connection").addColumn("last_error", "text").execute();
    await sql`alter table connection add column needs_reconnect integer not null default 0`.execute(db);
  },

  /** An endpoint may list all tools that its caller sees. Until now it listed pinned ones, or those that search. */
  async "0029-list-all"(db) {
    await sql`alter table endpoint add column lists_all integer not null default 0`.execute(db);
  },

  /** Where several gateways share a database, the open Views with tools and the calls on their way to them. */
  async "0030-live-views"(db) {
    await db.schema
      .createTable("live_view")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("stamp", "text", (column) => column.notNull())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("live_call")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    await sql`create index live_call_address_idx on live_call (address, state)`.execute(db);
  },
} satisfies Migrations;
