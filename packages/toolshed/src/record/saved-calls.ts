import { randomUUID } from "node:crypto";
import type { Vault } from "../credential/vault.ts";
import { retention } from "../store/retention.ts";
import { hasChanged, type Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";

export interface CallToSave {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly connection: string | null;
}

export interface SavedCall extends CallToSave {
  readonly id: string;
  readonly createdAt: number;
}

export type SavedCalls = ReturnType<typeof createSavedCalls>;

const maxBytes = 64 * 1024;
const maxPerTool = 50;
const maxPerPerson = retention.saved_call.perOwner.rows;

/** The calls that people saved on a tool's page. Arguments may have secrets in them, so they are stored encrypted. */
export function createSavedCalls({ db }: Pick<Store, "db">, vault: Vault) {
  // What is sealed for one person's call opens in no other row.
  const place = (userId: string, id: string) => `saved-call/${userId}/${id}`;

  return {
    /** The oldest first. */
    async list(userId: string, path: string): Promise<SavedCall[]> {
      const rows = await db
        .selectFrom("saved_call")
        .selectAll()
        .where("user_id", "=", userId)
        .where("path", "=", path)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(({ id, name, sealed, created_at: createdAt }) => ({
        ...JSON.parse(vault.unseal(sealed, place(userId, id))),
        id,
        name,
        createdAt,
      }));
    },

    async add(userId: string, path: string, { name, ...call }: CallToSave): Promise<SavedCall> {
      const text = JSON.stringify(call);
      const size = Buffer.byteLength(text);
      if (size > maxBytes) {
        throw new UserError(
          `A saved call may have up to 64 KB of arguments. These have ${Math.ceil(size / 1024)} KB.`,
        );
      }
      const paths = await db
        .selectFrom("saved_call")
        .select("path")
        .where("user_id", "=", userId)
        .limit(maxPerPerson)
        .execute();
      if (paths.filter((row) => row.path === path).length >= maxPerTool)
        throw new UserError(`You have saved ${maxPerTool} calls of this tool. Delete one first.`);
      if (paths.length >= maxPerPerson)
        throw new UserError(`You have saved ${maxPerPerson} calls. Delete one first.`);
      const id = randomUUID();
      const createdAt = Date.now();
      const sealed = vault.seal(text, place(userId, id));
      await db
        .insertInto("saved_call")
        .values({ id, user_id: userId, path, name, sealed, created_at: createdAt })
        .execute();
      return { id, name, createdAt, ...call };
    },

    /** Tells whether there was such a call of this person. */
    rename: (userId: string, id: string, name: string): Promise<boolean> =>
      hasChanged(
        db.updateTable("saved_call").set({ name }).where("id", "=", id).where("user_id", "=", userId),
      ),

    /** Tells whether there was such a call of this person. */
    remove: (userId: string, id: string): Promise<boolean> =>
      hasChanged(db.deleteFrom("saved_call").where("id", "=", id).where("user_id", "=", userId)),
  };
}
