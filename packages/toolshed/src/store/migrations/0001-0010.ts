import { type Kysely, sql } from "kysely";
import type { Migrations } from "../migrate.ts";

export const migrations = {
  /** The tables of better-auth, with the column types its Kysely adapter expects of each database. */
  async "0001-create-accounts"(db, dialect) {
    const date = dialect === "sqlite" ? sql`date` : sql`timestamptz`;
    const boolean = dialect === "sqlite" ? sql`integer` : sql`boolean`;

    await sql`create table if not exists "user" (
      id text primary key, name text not null, email text not null unique,
      "emailVerified" ${boolean} not null, image text, "createdAt" ${date} not null,
      "updatedAt" ${date} not null
    )`.execute(db);
    await sql`create table if not exists session (
      id text primary key, "expiresAt" ${date} not null, token text not null unique,
      "createdAt" ${date} not null, "updatedAt" ${date} not null, "ipAddress" text, "userAgent" text,
      "userId" text not null references "user" (id) on delete cascade
    )`.execute(db);
    await sql`create table if not exists account (
      id text primary key, "accountId" text not null, "providerId" text not null,
      "userId" text not null references "user" (id) on delete cascade, "accessToken" text,
      "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${date}, "refreshTokenExpiresAt" ${date},
      scope text, password text, "createdAt" ${date} not null, "updatedAt" ${date} not null
    )`.execute(db);
    await sql`create table if not exists verification (
      id text primary key, identifier text not null, value text not null, "expiresAt" ${date} not null,
      "createdAt" ${date} not null, "updatedAt" ${date} not null
    )`.execute(db);

    for (const [table, column] of [
      ["session", "userId"],
      ["account", "userId"],
      ["verification", "identifier"],
    ] as const) {
      await db.schema.createIndex(`${table}_${column}_idx`).ifNotExists().on(table).column(column).execute();
    }
  },

  async "0002-create-endpoints"(db) {
    await sql`create table if not exists endpoint (
      id text primary key, user_id text not null references "user" (id) on delete cascade,
      name text not null, created_at bigint not null
    )`.execute(db);
    await sql`create table if not exists endpoint_token (
      hash text primary key, endpoint_id text not null references endpoint (id) on delete cascade,
      created_at bigint not null
    )`.execute(db);
  },

  async "0003-create-plugin-data"(db, dialect) {
    // Keys are listed by prefix and in order: by bytes, as SQLite does, whatever the database's language.
    const key = dialect === "sqlite" ? sql`text` : sql`text collate "C"`;

    await sql`create table if not exists plugin_data (
      plugin_id text not null, user_id text not null references "user" (id) on delete cascade,
      "key" ${key} not null, value text not null,
      constraint plugin_data_pkey primary key (plugin_id, user_id, "key")
    )`.execute(db);
  },

  async "0004-create-credentials"(db) {
    await sql`create table if not exists data_key (
      id text primary key, wrapped text not null
    )`.execute(db);
    await sql`create table if not exists connection (
      owner_id text not null, provider text not null, kind text not null, sealed text not null,
      last_four text not null, expires_at bigint, created_at bigint not null,
      constraint connection_pkey primary key (owner_id, provider, kind)
    )`.execute(db);
  },

  async "0005-scope-endpoints"(db) {
    const endpoint = db.schema.alterTable("endpoint");
    await endpoint.addColumn("read_only", "integer", (column) => column.notNull().defaultTo(0)).execute();
    await endpoint.addColumn("allow", "text").execute();
    await endpoint.addColumn("pins", "text").execute();
    await endpoint.addColumn("approval", "text", (column) => column.notNull().defaultTo("host")).execute();
    await db.schema.alterTable("endpoint_token").addColumn("expires_at", "bigint").execute();
    await sql`create index endpoint_token_endpoint_idx on endpoint_token (endpoint_id)`.execute(db);
  },

  async "0006-create-call-record"(db) {
    await sql`create table if not exists call_record (
      at bigint not null, user_id text not null, via text not null, client text not null,
      path text not null, outcome text not null, duration_ms integer not null,
      result_bytes integer not null, arguments text not null
    )`.execute(db);
    await sql`create index if not exists call_record_at_idx on call_record (at)`.execute(db);
  },

  /**
   * Roles, invitations, and the team as a user that nobody can sign in as: what belongs to the team has an owner
   * like everything else.
   */
  async "0007-create-team"(db, dialect) {
    await sql`alter table "user" add column role text not null default 'member'`.execute(db);
    await sql`create table if not exists role (
      name text primary key, patterns text not null
    )`.execute(db);
    await sql`create table if not exists invitation (
      id text primary key, hash text not null unique, role text not null, email text,
      created_at bigint not null, expires_at bigint not null
    )`.execute(db);

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

  /** The tables of better-auth's OAuth provider, and our own of what people let its clients do. */
  async "0009-create-oauth"(db, dialect) {
    const isSqlite = dialect === "sqlite";
    const boolean = isSqlite ? sql`integer` : sql`boolean`;
    const date = isSqlite ? sql`date` : sql`timestamptz`;
    const json = isSqlite ? sql`text` : sql`jsonb`;

    await sql`create table "oauthClient" (
      id text primary key, "clientId" text not null unique, "clientSecret" text, "clientDiscoveryId" text,
      disabled ${boolean}, "skipConsent" ${boolean}, "enableEndSession" ${boolean}, "subjectType" text,
      scopes ${json}, "clientCredentialsScopes" ${json},
      "userId" text references "user" (id) on delete cascade, "createdAt" ${date}, "updatedAt" ${date},
      name text, uri text, icon text, contacts ${json}, tos text, policy text, "softwareId" text,
      "softwareVersion" text, "softwareStatement" text, "redirectUris" ${json} not null,
      "postLogoutRedirectUris" ${json}, "backchannelLogoutUri" text,
      "backchannelLogoutSessionRequired" ${boolean}, "tokenEndpointAuthMethod" text, "applicationType" text,
      jwks text, "jwksUri" text, "grantTypes" ${json}, "responseTypes" ${json}, "requirePKCE" ${boolean},
      "dpopBoundAccessTokens" ${boolean}, "referenceId" text, metadata ${json}
    )`.execute(db);
    await sql`create table "oauthResource" (
      id text primary key, identifier text not null unique, name text not null, "accessTokenTtl" integer,
      "refreshTokenTtl" integer, "signingAlgorithm" text, "signingKeyId" text, "allowedScopes" ${json},
      "customClaims" ${json}, "dpopBoundAccessTokensRequired" ${boolean}, disabled ${boolean},
      "createdAt" ${date}, "updatedAt" ${date}, "policyVersion" integer, metadata ${json}
    )`.execute(db);
    await sql`create table "oauthClientResource" (
      id text primary key, "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
      "resourceId" text not null references "oauthResource" (identifier) on delete cascade,
      metadata ${json}, "createdAt" ${date}
    )`.execute(db);
    await sql`create table "oauthRefreshToken" (
      id text primary key, token text not null unique,
      "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
      "sessionId" text references session (id) on delete set null,
      "userId" text not null references "user" (id) on delete cascade, "referenceId" text,
      "authorizationCodeId" text, resources ${json}, "requestedUserInfoClaims" ${json},
      "expiresAt" ${date} not null, "createdAt" ${date} not null, revoked ${date}, "rotatedAt" ${date},
      "rotationReplayResponse" text, "rotationReplayExpiresAt" ${date}, "authTime" ${date},
      confirmation ${json}, scopes ${json} not null
    )`.execute(db);
    await sql`create table "oauthAccessToken" (
      id text primary key, token text not null unique,
      "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
      "sessionId" text references session (id) on delete set null,
      "userId" text references "user" (id) on delete cascade, "referenceId" text,
      "authorizationCodeId" text, resources ${json}, "requestedUserInfoClaims" ${json},
      "refreshId" text references "oauthRefreshToken" (id) on delete cascade, "expiresAt" ${date} not null,
      "createdAt" ${date} not null, revoked ${date}, confirmation ${json}, scopes ${json} not null
    )`.execute(db);
    await sql`create table "oauthConsent" (
      id text primary key, "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
      "userId" text references "user" (id) on delete cascade, "referenceId" text, resources ${json},
      "requestedUserInfoClaims" ${json}, scopes ${json} not null, "createdAt" ${date} not null,
      "updatedAt" ${date} not null
    )`.execute(db);
    await sql`create table "oauthClientAssertion" (
      id text primary key, "expiresAt" ${date} not null
    )`.execute(db);
    const indexed = {
      oauthClient: ["userId"],
      oauthClientResource: ["clientId", "resourceId"],
      oauthRefreshToken: ["clientId", "sessionId", "userId", "authorizationCodeId"],
      oauthAccessToken: ["clientId", "sessionId", "userId", "authorizationCodeId", "refreshId"],
      oauthConsent: ["clientId", "userId"],
    };
    for (const [table, columns] of Object.entries(indexed))
      for (const column of columns)
        await db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute();
    await sql`create unique index "oauthClientResource_clientId_resourceId_uidx" on "oauthClientResource" ("clientId", "resourceId")`.execute(
      db,
    );

    await sql`create table endpoint_grant (
      endpoint_id text primary key references endpoint (id) on delete cascade, user_id text not null,
      client_id text not null references "oauthClient" ("clientId"),
      constraint endpoint_grant_user_client unique (user_id, client_id)
    )`.execute(db);
    await sql`create table answered_consent (
      hash text primary key, answered_at bigint not null
    )`.execute(db);
  },

  /** What gateways tell one another and count together. On SQLite there is one gateway, which does both in memory. */
  async "0010-share-state"(db, dialect) {
    if (dialect === "sqlite") return;
    await sql`create table if not exists topic_version (
      topic text primary key, version bigint not null
    )`.execute(db);
    await sql`create table if not exists rate_limit (
      "key" text primary key, ends_at bigint not null, used bigint not null
    )`.execute(db);
  },
} satisfies Migrations;
