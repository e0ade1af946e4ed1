import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Row } from "../store/database.ts";
import { hasChanged, type Store } from "../store/store.ts";

export type Invitation = ReturnType<typeof toInvitation>;

export interface NewInvitation {
  readonly role: string;
  readonly email?: string | undefined;
  readonly createdBy?: string | undefined;
}

/** An invitation that serves nobody else. */
export interface TakenInvitation extends Invitation {
  /** Gives it back, when what it was taken for did not come about. */
  restore(): Promise<void>;
}

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

  async function remove(id: string): Promise<boolean> {
    return hasChanged(db.deleteFrom("invitation").where("id", "=", id));
  }

  return {
    /** It is deleted when the person who made it leaves or gets another role. */
    async create({ role, email, createdBy }: NewInvitation): Promise<{ id: string; code: string }> {
      const id = randomUUID();
      const code = randomBytes(32).toString("base64url");
      const now = Date.now();
      await db.deleteFrom("invitation").where("expires_at", "<=", now).execute();
      await db
        .insertInto("invitation")
        .values({
          id,
          hash: hash(code),
          role,
          email: email?.toLowerCase() ?? null,
          created_at: now,
          expires_at: now + validMs,
          created_by: createdBy ?? null,
        })
        .execute();
      return { id, code };
    },

    async find(code: string): Promise<Invitation | undefined> {
      const row = await open().where("hash", "=", hash(code)).executeTakeFirst();
      return row && toInvitation(row);
    },

    async findByEmail(email: string): Promise<Invitation | undefined> {
      const row = await open().where("email", "=", email.toLowerCase()).executeTakeFirst();
      return row && toInvitation(row);
    },

    /** Nothing if it is unknown or already used. */
    async take(id: string): Promise<TakenInvitation | undefined> {
      const row = await open().where("id", "=", id).executeTakeFirst();
      if (!row || !(await remove(id))) return undefined;
      return {
        ...toInvitation(row),
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

const hash = (code: string): string => createHash("sha256").update(code).digest("hex");

const toInvitation = ({ id, role, email, created_at, expires_at }: Row<"invitation">) => ({
  id,
  role,
  email,
  createdAt: created_at,
  expiresAt: expires_at,
});
