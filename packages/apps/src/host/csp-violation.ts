import type { McpUiResourceCsp } from "../protocol/ui-types.ts";
import { toReportText } from "./sandbox-report.ts";
import type { PolicySwitch } from "./view-policy.ts";

/** Something that the View's policy blocked. */
export interface CspViolation {
  /**
   * The CSP directive that blocked it, or `sandbox` for storage, which a View without an origin can't use. `unknown` if
   * the report names none.
   */
  directive: string;
  /** The blocked URL, or a keyword such as `eval`, `data`, `blob`, `localStorage` or `unknown`. */
  blockedUrl: string;
  /** The first characters of the blocked code, if the browser reports them. */
  sample?: string;
  /** The line for the resource's `_meta.ui.csp` that would allow it. Missing if no metadata can. */
  allowWith?: string;
  /** The `policy` switch that would allow it. Ask the person, then mount the View again with it. */
  switch?: PolicySwitch;
}

/** Without a prototype, since a View that forges a report chooses the directive. */
const FIELDS: Record<string, keyof McpUiResourceCsp> = {
  __proto__: null as never,
  "connect-src": "connectDomains",
  "script-src": "resourceDomains",
  "script-src-elem": "resourceDomains",
  "style-src": "resourceDomains",
  "style-src-elem": "resourceDomains",
  "img-src": "resourceDomains",
  "media-src": "resourceDomains",
  "font-src": "resourceDomains",
  "frame-src": "frameDomains",
  "base-uri": "baseUriDomains",
};

/** What a View says in place of a directive or a URL may look like the host's own words. */
const UNKNOWN = "unknown";
const DIRECTIVE =
  /^((default|script|style|img|media|font|connect|frame|child|worker|manifest|object|prefetch|fenced-frame)-src(-elem|-attr)?|base-uri|form-action|frame-ancestors|sandbox|trusted-types|require-trusted-types-for)$/;
const KEYWORD =
  /^(inline|(wasm-)?eval|self|data|blob|filesystem|about|javascript|wss?|(chrome|moz|safari-web)-extension|trusted-types-(policy|sink)|(local|session)Storage|cookie|indexedDB)$/;

/** Browsers report `data:` and `blob:` URLs by their scheme or in full. */
const SWITCHES: readonly [directive: RegExp, blocked: RegExp, PolicySwitch][] = [
  [/^script-src$/, /^(wasm-)?eval$/, "eval"],
  [/^worker-src$/, /^blob\b/, "blobWorkers"],
  [/^script-src(-elem)?$/, /^(data|blob)\b/, "dataScripts"],
  [/^(img|media|font|style)-src(-elem)?$/, /^(data|blob)\b/, "dataResources"],
  [/^sandbox$/, /./, "storage"],
];

/** Turns a report with `directive`, `blockedUrl` and `sample` into advice for the View's author and for the host's user. */
export function toCspViolation(report: Record<string, unknown>): CspViolation {
  const reported = toReportText(report.directive);
  const directive = DIRECTIVE.test(reported) ? reported : UNKNOWN;
  const blockedUrl = toBlockedUrl(toReportText(report.blockedUrl));
  // Browsers give 40 characters; a View that forges a report may send any number.
  const sample = toReportText(report.sample).slice(0, 100);
  const field = FIELDS[directive];
  const origin = URL.canParse(blockedUrl) ? new URL(blockedUrl).origin : "null";
  const isAllowable = field !== undefined && /^(https?|wss?):/.test(origin);
  const found = SWITCHES.find(([by, blocked]) => by.test(directive) && blocked.test(blockedUrl));
  return {
    directive,
    blockedUrl,
    ...(sample && { sample }),
    ...(isAllowable && { allowWith: `${JSON.stringify(field)}: ${JSON.stringify([origin])}` }),
    ...(found && { switch: found[2] }),
  };
}

/** The URL as browsers write it, or the keyword. Of URLs that hold their content, the scheme. */
function toBlockedUrl(text: string): string {
  if (KEYWORD.test(text)) return text;
  if (!URL.canParse(text)) return UNKNOWN;
  const { protocol, origin, pathname, search } = new URL(text);
  if (/^(https?|wss?):$/.test(protocol)) return `${origin}${pathname}${search}`;
  const scheme = protocol.slice(0, -1);
  return KEYWORD.test(scheme) ? scheme : UNKNOWN;
}

/**
 * Whether the blocked code only tested whether eval is available. zod and others compile a function that does nothing,
 * and fall back if that fails. Code that does something shows in the sample.
 */
export function isEvalProbe({ blockedUrl, sample = "" }: CspViolation): boolean {
  return (
    blockedUrl === "eval" &&
    /^\(?function anonymous\(\s*\) \{\s*(return (this|true|false);?)?\s*\}\)?$/.test(sample)
  );
}
