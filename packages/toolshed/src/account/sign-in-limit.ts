import { createRateLimit } from "../store/rate-limit.ts";
import type { Store } from "../store/store.ts";

/** Slows down password guessing. */
export type SignInLimit = ReturnType<typeof createSignInLimit>;

const windowMs = 15 * 60 * 1000;

export function createSignInLimit(store: Store) {
  const ofAccount = createRateLimit(store, { name: "sign-in account", limit: 20, windowMs });
  const ofBrowser = createRateLimit(store, { name: "sign-in browser", limit: 20, windowMs });
  const ofAddress = createRateLimit(store, { name: "sign-in address", limit: 100, windowMs });

  return {
    /**
     * Counts an attempt. Returns how long to wait if there were too many. A browser in which the person has signed in
     * before has its own count, so that attackers elsewhere cannot lock them out.
     */
    attempt: async (account: string, address: string, knownBrowser?: string): Promise<number | undefined> =>
      knownBrowser === undefined
        ? ((await ofAddress.take(address)) ?? (await ofAccount.take(account.toLowerCase())))
        : ofBrowser.take(knownBrowser),
  };
}
