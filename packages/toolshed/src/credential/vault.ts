import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { hasChanged, type Store } from "../store/store.ts";
import { UserError } from "../user-error.ts";

/** Seals credentials with a random data key, which the gateway's secret wraps: a new secret wraps the same key. */
export type Vault = ReturnType<typeof createVault>;

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const keyId = "1";
const wrapPlace = "data key";

/** Opens the data key with either secret, leaves it under the first, and makes one in a new store. */
export async function openVault(store: Store, secret: string, other?: string): Promise<Vault> {
  const key = (await findKey(store, other ? [secret, other] : [secret])) ?? (await createKey(store, secret));
  const vault = createVault(store, key);
  if (other) await vault.rewrap(secret);
  return vault;
}

/** Whether a secret opens the data key that is stored, as `wrapped` says. */
export function isWrappedBy(wrapped: string, secret: string): boolean {
  try {
    unseal(wrappingKey(secret), wrapped, wrapPlace);
    return true;
  } catch {
    return false;
  }
}

function createVault(store: Store, key: Buffer) {
  return {
    seal: (plain: string, place: string): string => seal(key, plain, place),
    unseal: (sealed: string, place: string): string => unseal(key, sealed, place).toString(),
    /** The same for what is stored as bytes. */
    sealBytes: (plain: string, place: string): Buffer => sealBytes(key, plain, place),
    unsealBytes: (sealed: Uint8Array, place: string): string =>
      unsealBytes(key, Buffer.from(sealed), place).toString(),
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
  const isFirst = await hasChanged(
    store.db
      .insertInto("data_key")
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
  // Another gateway on the same database may have been first.
  return isFirst ? key : ((await findKey(store, [secret])) as Buffer);
}

const wrap = (key: Buffer, secret: string): string => seal(wrappingKey(secret), key, wrapPlace);

const wrappingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", "toolshed data key", 32));

const seal = (key: Buffer, plain: Buffer | string, place: string): string =>
  sealBytes(key, plain, place).toString("base64url");

const unseal = (key: Buffer, sealed: string, place: string): Buffer =>
  unsealBytes(key, Buffer.from(sealed, "base64url"), place);

/** Encrypts for one place: what was sealed for another place, or was changed, does not open. */
function sealBytes(key: Buffer, plain: Buffer | string, place: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws if the key or the place is another one. */
function unsealBytes(key: Buffer, bytes: Buffer, place: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}
