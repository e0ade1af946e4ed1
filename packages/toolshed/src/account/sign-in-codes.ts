import { hash, randomBytes, randomUUID } from "node:crypto";
import { accountDate } from "../store/account-date.ts";
import type { Store } from "../store/store.ts";

/** Codes that sign the owner in, each once and within a day. Only their hashes are stored. */
export interface SignInCodes {
  create(): Promise<string>;
  /** Whether it was one, which it is no longer. */
  take(code: string): Promise<boolean>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** They are ours and not the account library's, which need not be loaded to make one. */
export function createSignInCodes(store: Store): SignInCodes {
  return {
    async create() {
      const code = randomBytes(32).toString("base64url");
      const now = Date.now();
      const values = {
        id: randomUUID(),
        identifier: identifierOf(code),
        value: "",
        expiresAt: accountDate(store, now + dayMs),
        createdAt: accountDate(store, now),
        updatedAt: accountDate(store, now),
      };
      await store.db.insertInto("verification").values(values).execute();
      return code;
    },

    async take(code) {
      const { numDeletedRows } = await store.db
        .deleteFrom("verification")
        .where("identifier", "=", identifierOf(code))
        .where("expiresAt", ">", accountDate(store, Date.now()))
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

/** No identifier of the library's own begins like this. */
const identifierOf = (code: string): string => `sign-in-code:${hash("sha256", code, "hex")}`;
