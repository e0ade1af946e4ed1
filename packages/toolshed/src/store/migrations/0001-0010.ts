import { type Kysely, sql } from "kysely";
import type { Migrations } from "../migrate.ts";

export const migrations = {
  /** The tables of better-auth, with the column types its Kysely adapter expects of each database. */
  async "0001-create-accounts"(db, dialect) {
    const date = dialect === "sqlite" ? "date" : "timestamptz";
    const boolean = dialect === "sqlite" ? "integer" : "boolean";

    await db.schema
      .createTable("user")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull().unique())
      .addColumn("emailVerified", boolean, (column) => column.notNull())
      .addColumn("image", "text")
      .addColumn("createdAt", date, (column) => column.notNull())
      .addColumn("updatedAt", date, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("session")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("expiresAt", date, (column) => column.notNull())
      .addColumn("token", "text", (column) => column.notNull().unique())
      .addColumn("createdAt", date, (column) => column.notNull())
      .addColumn("updatedAt", date, (column) => column.notNull())
      .addColumn("ipAddress", "text")
      .addColumn("userAgent", "text")
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .execute();
    await db.schema
      .createTable("account")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("accountId", "text", (column) => column.notNull())
      .addColumn("providerId", "text", (column) => column.notNull())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("accessToken", "text")
      .addColumn("refreshToken", "text")
      .addColumn("idToken", "text")
      .addColumn("accessTokenExpiresAt", date)
      .addColumn("refreshTokenExpiresAt", date)
      .addColumn("scope", "text")
      .addColumn("password", "text")
      .addColumn("createdAt", date, (column) => column.notNull())
      .addColumn("updatedAt", date, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("verification")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("identifier", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("expiresAt", date, (column) => column.notNull())
      .addColumn("createdAt", date, (column) => column.notNull())
      .addColumn("updatedAt", date, (column) => column.notNull())
      .execute();

    for (const [table, column] of [
      ["session", "userId"],
      ["account", "userId"],
      ["verification", "identifier"],
    ] as const) {
      await db.schema.createIndex(`${table}_${column}_idx`).ifNotExists().on(table).column(column).execute();
    }
  },

  async "0002-create-endpoints"(db) {
    await db.schema
      .createTable("endpoint")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("endpoint_token")
      .ifNotExists()
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("endpoint_id", "text", (column) =>
        column.notNull().references("endpoint.id").onDelete("cascade"),
      )
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
  },

  async "0003-create-plugin-data"(db, dialect) {
    // Keys are listed by prefix and in order: by bytes, as SQLite does, whatever the database's language.
    const key = dialect === "sqlite" ? "text" : sql`text collate "C"`;

    await db.schema
      .createTable("plugin_data")
      .ifNotExists()
      .addColumn("plugin_id", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("key", key, (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("plugin_data_pkey", ["plugin_id", "user_id", "key"])
      .execute();
  },

  async "0004-create-credentials"(db) {
    await db.schema
      .createTable("data_key")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("wrapped", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("connection")
      .ifNotExists()
      .addColumn("owner_id", "text", (column) => column.notNull())
      .addColumn("provider", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("last_four", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("connection_pkey", ["owner_id", "provider", "kind"])
      .execute();
  },

  async "0005-scope-endpoints"(db) {
    const endpoint = db.schema.alterTable("endpoint");
    await endpoint.addColumn("read_only", "integer", (column) => column.notNull().defaultTo(0)).execute();
    await endpoint.addColumn("allow", "text").execute();
    await endpoint.addColumn("pins", "text").execute();
    await endpoint.addColumn("approval", "text", (column) => column.notNull().defaultTo("host")).execute();
    await db.schema.alterTable("endpoint_token").addColumn("expires_at", "bigint").execute();
    await db.schema
      .createIndex("endpoint_token_endpoint_idx")
      .on("endpoint_token")
      .column("endpoint_id")
      .execute();
  },

  async "0006-create-call-record"(db) {
    await db.schema
      .createTable("call_record")
      .ifNotExists()
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("via", "text", (column) => column.notNull())
      .addColumn("client", "text", (column) => column.notNull())
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("duration_ms", "integer", (column) => column.notNull())
      .addColumn("result_bytes", "integer", (column) => column.notNull())
      .addColumn("arguments", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("call_record_at_idx").ifNotExists().on("call_record").column("at").execute();
  },

  /**
   * Roles, invitations, and the team as a user that nobody can sign in as: what belongs to the team has an owner
   * like everything else.
   */
  async "0007-create-team"(db, dialect) {
    await db.schema
      .alterTable("user")
      .addColumn("role", "text", (column) => column.notNull().defaultTo("member"))
      .execute();
    await db.schema
      .createTable("role")
      .ifNotExists()
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("patterns", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("invitation")
      .ifNotExists()
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("email", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();

    const users = db as Kysely<{ user: Record<string, unknown> }>;
    await users
      .updateTable("user")
      .set({ role: "owner" })
      .where("email", "=", "owner@toolshed.local")
      .execute();
    const now = dialect === "sqlite" ? new Date().toISOString() : new Date();
    await users
      .insertInto("user")
      .values({
        id: "team",
        name: "Team",
        email: "team@toolshed.local",
        emailVerified: dialect === "sqlite" ? 0 : false,
        role: "",
        createdAt: now,
        updatedAt: now,
      })
      .execute();
  },

  async "0008-own-endpoints"(db) {
    const endpoint = db.schema.alterTable("endpoint");
    await endpoint.addColumn("role", "text").execute();
    await endpoint.addColumn("created_by", "text").execute();
    await endpoint.addColumn("last_used_at", "bigint").execute();
  },

  /** What gateways tell one another and count together. On SQLite there is one gateway, which does both in memory. */
  async "0010-share-state"(db, dialect) {
    if (dialect === "sqlite") return;
    await db.schema
      .createTable("topic_version")
      .ifNotExists()
      .addColumn("topic", "text", (column) => column.primaryKey())
      .addColumn("version", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("rate_limit")
      .ifNotExists()
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("ends_at", "bigint", (column) => column.notNull())
      .addColumn("used", "bigint", (column) => column.notNull())
      .execute();
  },
} satisfies Migrations;
