import { isIP } from "node:net";

/** How many connections an address may open in a burst, and in each second after it. */
const burst = 500;
const perSecond = 100;
const maxAddresses = 10_000;

/** Limits how fast an address opens connections. Proxies are exempt, since many people share their address, and so is this machine. */
export function createConnectionLimit(isExempt: (address: string) => boolean, now = Date.now) {
  const buckets = new Map<string, { left: number; since: number }>();
  return {
    /** Whether the address may open one more. */
    take(address = ""): boolean {
      if (isIP(address) === 0 || isExempt(address)) return true;
      const at = now();
      const bucket = buckets.get(address);
      if (!bucket) {
        if (buckets.size >= maxAddresses) buckets.clear();
        buckets.set(address, { left: burst - 1, since: at });
        return true;
      }
      bucket.left = Math.min(burst, bucket.left + ((at - bucket.since) / 1000) * perSecond);
      bucket.since = at;
      if (bucket.left < 1) return false;
      bucket.left -= 1;
      return true;
    },
  };
}
