import type { Kysely } from "kysely";
import type { Store } from "../../store.ts";

/** The tables of better-auth, with the column types its Kysely adapter expects of each database. */
export async function createAccounts(db: Kysely<unknown>, dialect: Store["dialect"]): Promise<void> {
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
}
