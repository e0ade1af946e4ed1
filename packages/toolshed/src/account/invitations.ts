import { hash, randomBytes, randomUUID } from "node:crypto";
import type { Row } from "../store/database.ts";
import { hasChanged, type Store } from "../store/store.ts";

export type Invitation = ReturnType<typeof toInvitation>;

/** Links by which people join. Each serves once, within a week; only a hash of its code is kept. */
export type Invitations = ReturnType<typeof createInvitations>;

const validMs = 7 * 24 * 60 * 60 * 1000;

export function createInvitations({ db, reads }: Store) {
  const open = (from = db) =>
    from
      .selectFrom("invitation")
      .selectAll()
      .where("expires_at", ">", Date.now())
      .orderBy("created_at", "desc");

  async function findBy(column: "hash" | "email", value: string): Promise<Invitation | undefined> {
    const row = await open().where(column, "=", value).executeTakeFirst();
    return row && toInvitation(row);
  }

  async function remove(id: string): Promise<boolean> {
    return hasChanged(db.deleteFrom("invitation").where("id", "=", id));
  }

  return {
    /** It is deleted when the person who made it leaves or gets another role. */
    async create(wanted: { role: string; email?: string | undefined; createdBy?: string }) {
      const id = randomUUID();
      const code = randomBytes(32).toString("base64url");
      const now = Date.now();
      const invitation = {
        id,
        hash: hashOf(code),
        role: wanted.role,
        email: wanted.email?.toLowerCase() ?? null,
        created_at: now,
        expires_at: now + validMs,
        created_by: wanted.createdBy ?? null,
      };
      await db.deleteFrom("invitation").where("expires_at", "<=", now).execute();
      await db.insertInto("invitation").values(invitation).execute();
      return { id, code };
    },

    find: (code: string) => findBy("hash", hashOf(code)),
    findByEmail: (email: string) => findBy("email", email.toLowerCase()),

    /** So that it serves nobody else. Nothing if it is unknown or already used. */
    async take(id: string) {
      const row = await open().where("id", "=", id).executeTakeFirst();
      if (!row || !(await remove(id))) return undefined;
      return {
        ...toInvitation(row),
        /** Gives it back, when what it was taken for did not come about. */
        async restore() {
          await db.insertInto("invitation").values(row).execute();
        },
      };
    },

    /** Those that nobody has accepted yet, newest first. */
    list: async (): Promise<Invitation[]> => (await open(reads).execute()).map(toInvitation),
    remove,
  };
}

const hashOf = (code: string): string => hash("sha256", code, "hex");

const toInvitation = ({ id, role, email, created_at, expires_at }: Row<"invitation">) => ({
  id,
  role,
  email,
  createdAt: created_at,
  expiresAt: expires_at,
});
