import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, fetch } from "undici";

const timeoutMs = 5_000;
const maxBytes = 64 * 1024;

/** `unreachable` may pass; `refused` is what the address or its answer is. */
export type FetchedDocument =
  | { readonly document: unknown }
  | { readonly problem: "unreachable" | "refused"; readonly reason: string };

export type FetchClientDocument = (url: string) => Promise<FetchedDocument>;

/**
 * Reads a JSON document from a stranger's URL without becoming a tool for reaching what only we can reach:
 * https, no redirects, little time and space, and public addresses only, checked for the connection that is made.
 * Hosts in `allowPrivate` may have other addresses.
 */
export function createFetchClientDocument(allowPrivate: readonly string[]): FetchClientDocument {
  const mayBePrivate = (host: string) => allowPrivate.includes(host);
  const guardedLookup: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      if (!mayBePrivate(host) && !addresses.every(({ address }) => isPublic(address)))
        return done(new RefusedAddress(), "", 0);
      const [first] = addresses;
      return options.all ? done(null, addresses) : done(null, first?.address ?? "", first?.family);
    });
  const dispatcher = new Agent({ connect: { lookup: guardedLookup, timeout: timeoutMs } });

  return async (url) => {
    const { protocol, username, password, hostname } = new URL(url);
    const literal = hostname.replace(/^\[|\]$/g, "");
    if (protocol !== "https:" || username || password) return refused("its URL is not a plain https one");
    // No lookup takes place for an address.
    if (isIP(literal) && !isPublic(literal) && !mayBePrivate(hostname))
      return refused("its address is not public");
    try {
      const response = await fetch(url, {
        dispatcher,
        redirect: "manual",
        headers: { accept: "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 500) {
        await response.body?.cancel();
        return { problem: "unreachable", reason: `it answers ${response.status}` };
      }
      if (response.status !== 200 || !/^application\/([\w.-]+\+)?json\b/i.test(type(response.headers))) {
        await response.body?.cancel();
        return refused(`it answers ${response.status} and ${type(response.headers) || "no type"}`);
      }
      return await parse(response.body);
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      if (cause instanceof RefusedAddress) return refused("its address is not public");
      return { problem: "unreachable", reason: "it does not answer" };
    }
  };
}

class RefusedAddress extends Error {}

const refused = (reason: string): FetchedDocument => ({ problem: "refused", reason });

const type = (headers: { get(name: string): string | null }): string => headers.get("content-type") ?? "";

function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  const inner =
    parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
  return inner.range() === "unicast";
}

async function parse(body: AsyncIterable<Uint8Array> | null): Promise<FetchedDocument> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return refused("it is over 64 KB");
    chunks.push(chunk);
  }
  try {
    return { document: JSON.parse(Buffer.concat(chunks).toString()) };
  } catch {
    return refused("it is not JSON");
  }
}
