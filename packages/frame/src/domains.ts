import type { McpUiResourceCsp } from "@toolshed/apps";

const FIELDS = ["connectDomains", "resourceDomains", "frameDomains"] as const;
const ORIGIN = /^(\w+:\/\/)([^/:]+)(:\d+)?/;

/** The domains that a View declares and that at least one of the policies around it leaves out. */
export function missingDomains(
  wanted: McpUiResourceCsp | undefined,
  policies: readonly (McpUiResourceCsp | undefined)[],
): string[] {
  const missing = FIELDS.flatMap((field) =>
    (wanted?.[field] ?? []).filter((domain) =>
      policies.some((policy) => !isCovered(domain, policy?.[field] ?? [])),
    ),
  );
  return [...new Set(missing)];
}

/** Whether a list of domains, some of them wildcards, contains a domain. */
export function isCovered(domain: string, list: readonly string[]): boolean {
  return list.some((entry) => entry === domain || covers(entry, domain));
}

function covers(entry: string, domain: string): boolean {
  const [whole, scheme, host = "", port] = ORIGIN.exec(entry) ?? [];
  const wanted = ORIGIN.exec(domain);
  if (!wanted || scheme !== wanted[1] || port !== wanted[3]) return false;
  const fits = host.startsWith("*.") ? (wanted[2] as string).endsWith(host.slice(1)) : host === wanted[2];
  const path = entry.slice(whole?.length);
  return fits && (path === "" || path === domain.slice(wanted[0].length));
}

/** Names the first few of a list for a sentence. */
export function nameSome(names: readonly string[], most = 5): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}
