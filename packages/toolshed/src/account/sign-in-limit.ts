/** Slows down whoever guesses passwords. */
export interface SignInLimit {
  /** Counts an attempt. Tells how long to wait where there were too many, otherwise 0. */
  attempt(account: string, address: string): number;
  /** Takes back the attempts at an account, once the right password was given. */
  forgive(account: string): void;
}

const windowMs = 15 * 60 * 1000;
const maxPerAccount = 10;
const maxPerAddress = 50;
const maxEntries = 10_000;

export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  const counts = new Map<string, { attempts: number; endsAt: number }>();

  function count(key: string, max: number): number {
    let entry = counts.get(key);
    if (!entry || entry.endsAt <= now()) {
      counts.delete(key);
      if (counts.size >= maxEntries) forgetOldest();
      entry = { attempts: 0, endsAt: now() + windowMs };
      counts.set(key, entry);
    }
    entry.attempts += 1;
    return entry.attempts > max ? entry.endsAt - now() : 0;
  }

  /** Entries stand in the order of their making. */
  function forgetOldest(): void {
    for (const [key, { endsAt }] of counts) {
      if (endsAt > now() && counts.size < maxEntries) return;
      counts.delete(key);
    }
  }

  const accountKey = (account: string) => `account ${account.toLowerCase()}`;

  return {
    attempt(account, address) {
      return Math.max(count(`address ${address}`, maxPerAddress), count(accountKey(account), maxPerAccount));
    },
    forgive: (account) => {
      counts.delete(accountKey(account));
    },
  };
}
