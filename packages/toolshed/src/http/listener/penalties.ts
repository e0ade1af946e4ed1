import { isIP } from "node:net";

/** Addresses that get no connection for a while, because one of theirs cost far more than it carried. */
export type Penalties = ReturnType<typeof createPenalties>;

const penaltyMs = 10_000;
const maxAddresses = 10_000;

/** Proxies are exempt, since many people share their address, and so is this machine. */
export function createPenalties(isExempt: (address: string) => boolean, now = Date.now) {
  const until = new Map<string, number>();
  return {
    note(address = ""): void {
      if (isIP(address) === 0 || isExempt(address)) return;
      if (until.size >= maxAddresses) until.clear();
      until.set(address, now() + penaltyMs);
    },
    isOn(address = ""): boolean {
      const end = until.get(address);
      if (end === undefined) return false;
      if (end > now()) return true;
      until.delete(address);
      return false;
    },
  };
}
