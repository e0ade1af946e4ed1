import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { UserError } from "../../user-error.ts";
import { isLoopback } from "../guards/is-loopback.ts";

/** From which address a request comes, as far as it can be known. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Whether an address is that of a proxy we trust, or of this machine. */
export function createIsTrusted(trustedProxies: string | undefined): (address: string) => boolean {
  const trusted = parseRanges(trustedProxies);
  return (address) => {
    const own = plain(address);
    return isLoopback(own) || trusted.check(own, isIP(own) === 6 ? "ipv6" : "ipv4");
  };
}

/**
 * What X-Forwarded-For says counts only where a proxy that we trust has written it: one on this machine,
 * or one of TOOLSHED_TRUSTED_PROXIES (addresses and ranges such as 10.0.0.0/8).
 */
export function createClientAddress(isTrusted: (address: string) => boolean): ClientAddress {
  return ({ socket, headers }) => {
    const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
    let address = plain(socket.remoteAddress ?? "");
    // From the nearest hop outwards: the first that nobody we trust vouches for is the client.
    while (forwarded.length > 0 && isTrusted(address)) {
      const next = plain((forwarded.pop() as string).trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** IPv4 as IPv4, also where a socket for both writes it as IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

function parseRanges(text = ""): BlockList {
  const list = new BlockList();
  for (const range of text.split(",").map((part) => part.trim())) {
    if (!range) continue;
    const [address = "", prefix] = range.split("/");
    const version = isIP(address);
    const length = prefix === undefined ? (version === 6 ? 128 : 32) : Number(prefix);
    if (version === 0 || !Number.isInteger(length) || length < 0 || length > (version === 6 ? 128 : 32)) {
      throw new UserError(
        `TOOLSHED_TRUSTED_PROXIES has "${range}", which is not an address or range: use for example 10.0.0.0/8,192.168.1.5.`,
      );
    }
    list.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
