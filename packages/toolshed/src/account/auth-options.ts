import type { AsyncLocalStorage } from "node:async_hooks";
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from "@better-auth/core/context";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { Store } from "../store/store.ts";

export const basePath = "/api/auth";
const minute = 60;
const day = 24 * 60 * minute;

/** What every way to sign in shares: the same people, sessions and cookies. */
export function authOptions(store: Store, origin: string, secret: string) {
  return {
    database: kyselyAdapter(store.db, { type: store.dialect }),
    secret,
    baseURL: origin,
    basePath,
    telemetry: { enabled: false },
    logger: { level: "error" },
    // A session's last use is kept to ten minutes.
    session: { expiresIn: 30 * day, updateAge: 10 * minute },
    // It does not learn from which address a request comes: everybody would share one limit.
    rateLimit: { enabled: false },
    advanced: { cookiePrefix: "toolshed" },
    // An unknown role allows nothing. The role is set with the account, never by a request.
    user: {
      additionalFields: { role: { type: "string", required: true, input: false, defaultValue: "" } },
    },
  } as const;
}

let underWay = 0;

/**
 * Runs what the library of accounts does, which keeps its request in an asynchronous context. Once there is one, Node
 * before 24 tracks every promise of the process, which all calls pay for: so there is none in between.
 */
export async function withinContext<T>(action: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await action();
  } finally {
    underWay -= 1;
    const storages = await Promise.all([
      getCurrentAuthContextAsyncLocalStorage(),
      getCurrentDBAdapterAsyncLocalStorage(),
      getRequestStateAsyncLocalStorage(),
    ]);
    if (underWay === 0) for (const storage of storages) (storage as AsyncLocalStorage<unknown>).disable();
  }
}
