import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

/** What of the private network may be reached: host names, addresses, and ranges such as `10.0.0.0/8`. */
export interface PrivateAllowance {
  hasHost(host: string): boolean;
  hasAddress(address: IPv4 | IPv6): boolean;
}

export function createPrivateAllowance(names: readonly string[]): PrivateAllowance {
  const ranges = names.filter((name) => ipaddr.isValidCIDR(name)).map((name) => ipaddr.parseCIDR(name));
  const addresses = names
    .filter((name) => ipaddr.isValid(name))
    .map((name) => ipaddr.parse(name).toNormalizedString());
  const hosts = new Set(names.map((name) => name.toLowerCase()));
  return {
    hasHost: (host) => hosts.has(host.toLowerCase()),
    hasAddress: (address) =>
      addresses.includes(address.toNormalizedString()) ||
      ranges.some(
        ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
      ),
  };
}
