import type { McpUiResourceCsp } from "../protocol/ui-types.ts";
import { parseCspSource } from "./csp-source.ts";
import type { PolicySwitch } from "./view-policy.ts";

type Field = keyof McpUiResourceCsp;

/** A domain in the View's metadata that is invalid and was left out of the policy. */
export interface DroppedDomain {
  /** The list in `_meta.ui.csp` that contains it. */
  field: Field;
  /** The domain as the metadata has it. */
  value: unknown;
  /** Why it was dropped. */
  problem: string;
}

/** What `buildViewCsp` makes of a View's metadata. */
export interface ViewCsp {
  /** The policy as a `Content-Security-Policy` header, without `frame-ancestors`. */
  header: string;
  /** The metadata as far as it is honoured. */
  granted: McpUiResourceCsp | undefined;
  /** The domains that were left out, and why. */
  dropped: DroppedDomain[];
}

const SCHEMES: Record<Field, readonly string[]> = {
  connectDomains: ["https", "http", "wss", "ws"],
  resourceDomains: ["https", "http"],
  frameDomains: ["https", "http"],
  baseUriDomains: ["https", "http"],
};
const MOST_DOMAINS = 50;

/**
 * Builds the policy of a View: what its metadata declares or the specification's default, plus what the switches
 * allow. No switch allows another server. Invalid domains are dropped.
 */
export function buildViewCsp(csp: unknown, switches: readonly PolicySwitch[] = []): ViewCsp {
  const dropped: DroppedDomain[] = [];
  const granted = csp === undefined || csp === null ? undefined : grant(csp, dropped);
  return { header: toHeader(granted, switches), granted, dropped };
}

function grant(csp: unknown, dropped: DroppedDomain[]): McpUiResourceCsp {
  const granted: McpUiResourceCsp = {};
  for (const field of Object.keys(SCHEMES) as Field[]) {
    const declared: unknown = Object(csp)[field];
    if (declared === undefined) continue;
    if (!Array.isArray(declared)) {
      dropped.push({ field, value: declared, problem: "not a list" });
      continue;
    }
    const sources = new Set<string>();
    for (const value of declared) {
      const parsed = parseCspSource(value, SCHEMES[field]);
      if ("problem" in parsed) dropped.push({ field, value, problem: parsed.problem });
      else if (sources.size < MOST_DOMAINS) sources.add(parsed.source);
      else dropped.push({ field, value, problem: `more than ${MOST_DOMAINS} domains` });
    }
    granted[field] = [...sources];
  }
  return granted;
}

function toHeader(csp: McpUiResourceCsp | undefined, switches: readonly PolicySwitch[]): string {
  const resources = csp?.resourceDomains ?? [];
  const when = (name: PolicySwitch, ...sources: string[]) => (switches.includes(name) ? sources : []);
  const embedded = when("dataResources", "data:", "blob:");
  const policy: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": [
      "'self'",
      "'unsafe-inline'",
      // Without a sample, a library's test for eval looks like code that was meant to run.
      "'report-sample'",
      ...when("eval", "'unsafe-eval'"),
      ...when("dataScripts", "data:", "blob:"),
      ...resources,
    ],
    "style-src": ["'self'", "'unsafe-inline'", ...embedded, ...resources],
    "img-src": ["'self'", "data:", ...when("dataResources", "blob:"), ...resources],
    "media-src": ["'self'", "data:", ...when("dataResources", "blob:"), ...resources],
    ...((csp || embedded.length > 0) && { "font-src": ["'self'", ...embedded, ...resources] }),
    // Defaults to script-src, which would let dataScripts allow workers too.
    ...(switches.length > 0 && { "worker-src": ["'self'", ...when("blobWorkers", "blob:"), ...resources] }),
    "connect-src": csp ? ["'self'", ...(csp.connectDomains ?? [])] : ["'none'"],
    "frame-src": orElse(csp?.frameDomains, "'none'"),
    "base-uri": orElse(csp?.baseUriDomains, "'self'"),
    "object-src": ["'none'"],
    // Forms may be handled by the View's script, and sent nowhere.
    "form-action": ["'none'"],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

function orElse(sources: string[] | undefined, none: string): string[] {
  return sources && sources.length > 0 ? sources : [none];
}
