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

  async "0037-name-deciders"(db) {
    await db.schema.alterTable("approval").addColumn("decided_by", "text").execute();
  },
} satisfies Migrations;
