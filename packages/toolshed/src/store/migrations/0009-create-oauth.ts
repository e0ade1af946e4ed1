import { type Kysely, sql } from "kysely";
import type { Store } from "../store.ts";

type Column = "text" | "number" | "boolean" | "date" | "json";

/** The tables of better-auth's OAuth provider: column by column, with `!` for those that are never empty. */
const tables: Record<string, Record<string, Column | `${Column}!`>> = {
  oauthClient: {
    clientId: "text!",
    clientSecret: "text",
    clientDiscoveryId: "text",
    disabled: "boolean",
    skipConsent: "boolean",
    enableEndSession: "boolean",
    subjectType: "text",
    scopes: "json",
    clientCredentialsScopes: "json",
    userId: "text",
    createdAt: "date",
    updatedAt: "date",
    name: "text",
    uri: "text",
    icon: "text",
    contacts: "json",
    tos: "text",
    policy: "text",
    softwareId: "text",
    softwareVersion: "text",
    softwareStatement: "text",
    redirectUris: "json!",
    postLogoutRedirectUris: "json",
    backchannelLogoutUri: "text",
    backchannelLogoutSessionRequired: "boolean",
    tokenEndpointAuthMethod: "text",
    applicationType: "text",
    jwks: "text",
    jwksUri: "text",
    grantTypes: "json",
    responseTypes: "json",
    requirePKCE: "boolean",
    dpopBoundAccessTokens: "boolean",
    referenceId: "text",
    metadata: "json",
  },
  oauthResource: {
    identifier: "text!",
    name: "text!",
    accessTokenTtl: "number",
    refreshTokenTtl: "number",
    signingAlgorithm: "text",
    signingKeyId: "text",
    allowedScopes: "json",
    customClaims: "json",
    dpopBoundAccessTokensRequired: "boolean",
    disabled: "boolean",
    createdAt: "date",
    updatedAt: "date",
    policyVersion: "number",
    metadata: "json",
  },
  oauthClientResource: { clientId: "text!", resourceId: "text!", metadata: "json", createdAt: "date" },
  oauthRefreshToken: {
    token: "text!",
    clientId: "text!",
    sessionId: "text",
    userId: "text!",
    referenceId: "text",
    authorizationCodeId: "text",
    resources: "json",
    requestedUserInfoClaims: "json",
    expiresAt: "date!",
    createdAt: "date!",
    revoked: "date",
    rotatedAt: "date",
    rotationReplayResponse: "text",
    rotationReplayExpiresAt: "date",
    authTime: "date",
    confirmation: "json",
    scopes: "json!",
  },
  oauthAccessToken: {
    token: "text!",
    clientId: "text!",
    sessionId: "text",
    userId: "text",
    referenceId: "text",
    authorizationCodeId: "text",
    resources: "json",
    requestedUserInfoClaims: "json",
    refreshId: "text",
    expiresAt: "date!",
    createdAt: "date!",
    revoked: "date",
    confirmation: "json",
    scopes: "json!",
  },
  oauthConsent: {
    clientId: "text!",
    userId: "text",
    referenceId: "text",
    resources: "json",
    requestedUserInfoClaims: "json",
    scopes: "json!",
    createdAt: "date!",
    updatedAt: "date!",
  },
  oauthClientAssertion: { expiresAt: "date!" },
};
const unique: Record<string, string> = {
  oauthClient: "clientId",
  oauthResource: "identifier",
  oauthRefreshToken: "token",
  oauthAccessToken: "token",
};
const references: Record<string, [target: string, onDelete: "cascade" | "set null"]> = {
  clientId: ["oauthClient.clientId", "cascade"],
  resourceId: ["oauthResource.identifier", "cascade"],
  sessionId: ["session.id", "set null"],
  userId: ["user.id", "cascade"],
  refreshId: ["oauthRefreshToken.id", "cascade"],
};
const indexed = new Set([...Object.keys(references), "authorizationCodeId"]);

export async function createOauth(db: Kysely<unknown>, dialect: Store["dialect"]): Promise<void> {
  const isSqlite = dialect === "sqlite";
  const types = {
    text: sql`text`,
    number: sql`integer`,
    boolean: isSqlite ? sql`integer` : sql`boolean`,
    date: isSqlite ? sql`date` : sql`timestamptz`,
    json: isSqlite ? sql`text` : sql`jsonb`,
  };

  for (const [table, columns] of Object.entries(tables)) {
    let creation = db.schema.createTable(table).addColumn("id", "text", (column) => column.primaryKey());
    for (const [name, type] of Object.entries(columns)) {
      creation = creation.addColumn(name, types[type.replace("!", "") as Column], (column) => {
        let built = type.endsWith("!") ? column.notNull() : column;
        const reference = references[name];
        if (unique[table] === name) built = built.unique();
        else if (reference) built = built.references(reference[0]).onDelete(reference[1]);
        return built;
      });
    }
    await creation.execute();
    for (const name of Object.keys(columns)) {
      if (!indexed.has(name) || unique[table] === name) continue;
      await db.schema.createIndex(`${table}_${name}_idx`).on(table).column(name).execute();
    }
  }
  await db.schema
    .createIndex("oauthClientResource_clientId_resourceId_uidx")
    .unique()
    .on("oauthClientResource")
    .columns(["clientId", "resourceId"])
    .execute();

  await db.schema
    .createTable("endpoint_grant")
    .addColumn("endpoint_id", "text", (column) =>
      column.primaryKey().references("endpoint.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) => column.notNull().references("oauthClient.clientId"))
    .addUniqueConstraint("endpoint_grant_user_client", ["user_id", "client_id"])
    .execute();
  await db.schema
    .createTable("answered_consent")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("answered_at", "bigint", (column) => column.notNull())
    .execute();
}
