import type { McpUiResourceCsp } from "../protocol/ui-types.ts";

/** The schemes that a policy's source of a scheme also matches. */
const MATCHES: Record<string, readonly string[]> = {
  https: ["https"],
  http: ["http", "https"],
  wss: ["wss", "https"],
  ws: ["ws", "wss", "http", "https"],
};

/**
 * The `Connection-Allowlist` header that goes with a View's policy. Browsers that know it also stop what no policy
 * can: WebRTC, and connections and look-ups of names ahead of time.
 */
export function toConnectionAllowlist(csp: McpUiResourceCsp | undefined): string {
  const { connectDomains = [], resourceDomains = [], frameDomains = [] } = csp ?? {};
  const patterns = [...connectDomains, ...resourceDomains, ...frameDomains].flatMap(toPatterns);
  return `(${["response-origin", ...new Set(patterns)].join(" ")})`;
}

/** A source of the policy as URL patterns. */
function toPatterns(source: string): string[] {
  const [scheme = "", rest = ""] = source.split("://");
  const place = rest.includes("/") ? rest : `${rest}/`;
  const end = place.endsWith("/") ? "*" : "";
  return (MATCHES[scheme] ?? []).map((matched) => `"${matched}://${place}${end}"`);
}
