import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isPublicAddress, unwrapAddress } from "./is-public-address.ts";
import { createPrivateAllowance } from "./private-allowance.ts";
import { RefusedRequest } from "./refused-request.ts";

export type ResolveHost = (host: string) => Promise<readonly { address: string; family: number }[]>;

export interface AddressGuard {
  /** Throws for a URL that must not be asked, as far as that shows before its name is resolved. */
  checkUrl(url: URL): void;
  /** Resolves a name for a connection, which then goes to one of the addresses that were checked and no other. */
  readonly lookup: LookupFunction;
}

const resolveBySystem: ResolveHost = (host) => systemLookup(host, { all: true, verbatim: true });

export function createAddressGuard(
  allowPrivate: readonly string[],
  resolveHost: ResolveHost = resolveBySystem,
): AddressGuard {
  const allowance = createPrivateAllowance(allowPrivate);

  function checkAddress(address: string, host: string): void {
    if (isPublicAddress(address)) return;
    if (ipaddr.isValid(address) && allowance.hasAddress(unwrapAddress(address))) return;
    throw new RefusedRequest(
      `${host} is in a private network. An admin can allow it by its name or its range of addresses.`,
    );
  }

  return {
    checkUrl(url) {
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
      if (ipaddr.isValid(host) && !allowance.hasHost(host)) checkAddress(host, host);
    },

    lookup(host, { all }, done) {
      resolveHost(host)
        .then((addresses) => {
          if (!allowance.hasHost(host)) for (const { address } of addresses) checkAddress(address, host);
          const [first] = addresses;
          if (!first) throw new Error(`${host} has no address`);
          if (all) done(null, [...addresses]);
          else done(null, first.address, first.family);
        })
        .catch((error) => done(error, "", 0));
    },
  };
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");
