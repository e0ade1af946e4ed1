import { hkdfSync, randomBytes } from "node:crypto";
import type { Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import { seal, unseal } from "./seal.ts";

/** Seals credentials with a random data key, which the gateway's secret wraps: a new secret wraps the same key. */
export type Vault = ReturnType<typeof createVault>;

const keyId = "1";
const wrapPlace = "data key";

/** Opens the data key with either secret, leaves it under the first, and makes one in a new store. */
export async function openVault(store: Store, secret: string, other?: string): Promise<Vault> {
  const key = (await findKey(store, other ? [secret, other] : [secret])) ?? (await createKey(store, secret));
  const vault = createVault(store, key);
  if (other) await vault.rewrap(secret);
  return vault;
}

function createVault(store: Store, key: Buffer) {
  return {
    seal: (plain: string, place: string): string => seal(key, plain, place),
    unseal: (sealed: string, place: string): string => unseal(key, sealed, place).toString(),
    /** Wraps the data key with another secret. Nothing else has to change. */
    async rewrap(secret: string): Promise<void> {
      await store.db
        .updateTable("data_key")
        .set({ wrapped: wrap(key, secret) })
        .where("id", "=", keyId)
        .execute();
    },
  };
}

async function findKey({ db }: Store, secrets: readonly string[]): Promise<Buffer | undefined> {
  const row = await db.selectFrom("data_key").select("wrapped").where("id", "=", keyId).executeTakeFirst();
  if (!row) return undefined;
  for (const secret of secrets) {
    try {
      return unseal(wrappingKey(secret), row.wrapped, wrapPlace);
    } catch {
      // Another secret may fit.
    }
  }
  throw new UserError(
    "The stored credentials were sealed with another secret: give that one as TOOLSHED_SECRET, which all gateways on one database share, or put it back into the home.",
  );
}

async function createKey(store: Store, secret: string): Promise<Buffer> {
  const key = randomBytes(32);
  const row = { id: keyId, wrapped: wrap(key, secret) };
  const { numInsertedOrUpdatedRows } = await store.db
    .insertInto("data_key")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // Another gateway on the same database may have been first.
  return numInsertedOrUpdatedRows === 1n ? key : ((await findKey(store, [secret])) as Buffer);
}

const wrap = (key: Buffer, secret: string): string => seal(wrappingKey(secret), key, wrapPlace);

const wrappingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", "toolshed data key", 32));
