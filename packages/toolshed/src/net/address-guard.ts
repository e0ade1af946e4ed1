import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

/** A request that was not sent, or not followed further, since it leads where it must not. */
export class RefusedRequest extends Error {
  /** Why, where an edge can name the way to allow it. */
  readonly code: typeof privateAddress | undefined;

  constructor(message: string, code?: typeof privateAddress) {
    super(message);
    this.code = code;
  }
}

const privateAddress = "private_address";

/** The code of the refusal that an error goes back to, if it does. */
export function refusalCode(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof RefusedRequest) return one.code;
  return undefined;
}

export type ResolveHost = (host: string) => Promise<readonly { address: string; family: number }[]>;

const resolveBySystem: ResolveHost = (host) => systemLookup(host, { all: true, verbatim: true });

/** `allowPrivate` has what of the private network may be reached: host names, addresses, and ranges such as `10.0.0.0/8`. */
export function createAddressGuard(
  allowPrivate: readonly string[],
  resolveHost: ResolveHost = resolveBySystem,
) {
  const hosts = new Set(allowPrivate.map((name) => name.toLowerCase()));
  const isAllowedHost = (host: string) => hosts.has(host.toLowerCase());
  const addresses = allowPrivate
    .filter((name) => ipaddr.isValid(name))
    .map((name) => ipaddr.parse(name).toNormalizedString());
  const ranges = allowPrivate
    .filter((name) => ipaddr.isValidCIDR(name))
    .map((name) => ipaddr.parseCIDR(name));
  const isAllowedAddress = (address: IPv4 | IPv6) =>
    addresses.includes(address.toNormalizedString()) ||
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never));

  function checkAddress(address: string, host: string): void {
    if (isPublicAddress(address)) return;
    if (ipaddr.isValid(address) && isAllowedAddress(unwrapAddress(address))) return;
    throw new RefusedRequest(
      `${host} is in a private network, which needs to be allowed by an admin.`,
      privateAddress,
    );
  }

  /** Resolves a name for a connection, which then goes to one of the addresses that were checked and no other. */
  const lookup: LookupFunction = (host, { all }, done) => {
    resolveHost(host)
      .then((found) => {
        if (!isAllowedHost(host)) for (const { address } of found) checkAddress(address, host);
        const [first] = found;
        if (!first) throw new Error(`${host} has no address`);
        if (all) done(null, [...found]);
        else done(null, first.address, first.family);
      })
      .catch((error) => done(error, "", 0));
  };

  return {
    lookup,
    /** Throws for a URL that must not be asked, as far as that shows before its name is resolved. */
    checkUrl(url: URL): void {
      if (url.protocol !== "http:" && url.protocol !== "https:") {
        throw new RefusedRequest(`Only http and https are allowed, not ${url.protocol}`);
      }
      if (url.username || url.password) {
        throw new RefusedRequest(
          "Credentials do not belong in a URL: connect the service with its key instead.",
        );
      }
      const host = hostOf(url);
      // Sockets connect to literal addresses without a look-up.
      if (ipaddr.isValid(host) && !isAllowedHost(host)) checkAddress(host, host);
    },
  };
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

/** Prefixes whose addresses carry an IPv4 address, and the byte it starts at. */
const wrappers = [
  { prefix: "64:ff9b::", bits: 96, start: 12 },
  { prefix: "2002::", bits: 16, start: 2 },
] as const;
const globalUnicast = ipaddr.IPv6.parse("2000::");

/** Whether the address belongs to the internet at large, also when it is an IPv4 address in the dress of another. */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const inner = unwrapAddress(address);
  if (inner.range() !== "unicast") return false;
  // Of IPv6 only this eighth is given out: the rest has forms that the ranges do not know, such as ::127.0.0.1.
  return inner.kind() === "ipv4" || (inner as IPv6).match(globalUnicast, 3);
}

/** The address that is really reached: IPv4 taken out of mapped, NAT64 and 6to4 addresses. */
function unwrapAddress(address: string): IPv4 | IPv6 {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === "ipv4") return parsed;
  const v6 = parsed as IPv6;
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address();
  const wrapper = wrappers.find(({ prefix, bits }) => v6.match(ipaddr.IPv6.parse(prefix), bits));
  if (!wrapper) return v6;
  const bytes = v6.toByteArray().slice(wrapper.start, wrapper.start + 4);
  return ipaddr.parse(bytes.join("."));
}
