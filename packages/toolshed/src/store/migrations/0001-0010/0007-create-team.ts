import type { Kysely } from "kysely";
import type { Store } from "../../store.ts";

/**
 * Roles, invitations, and the team as a user that nobody can sign in as: what belongs to the team has an owner
 * like everything else.
 */
export async function createTeam(db: Kysely<unknown>, dialect: Store["dialect"]): Promise<void> {
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
}
