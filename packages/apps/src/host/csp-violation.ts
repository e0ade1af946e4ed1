import type { McpUiResourceCsp } from "../protocol/ui-types.ts";

/** Something a View tried to load that its metadata does not allow. */
export interface CspViolation {
  directive: string;
  blockedUrl: string;
  /** The line for the resource's `_meta.ui.csp` that would allow it; none for what no metadata can. */
  allowWith?: string;
}

const FIELDS: Record<string, keyof McpUiResourceCsp> = {
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

/** Makes of the proxy's report what the author of the View can act on. */
export function toCspViolation(report: Record<string, unknown>): CspViolation {
  const directive = String(report.directive);
  const blockedUrl = String(report.blockedUrl);
  const field = FIELDS[directive];
  const origin = URL.canParse(blockedUrl) ? new URL(blockedUrl).origin : "null";
  const isAllowable = field !== undefined && /^(https?|wss?):/.test(origin);
  return {
    directive,
    blockedUrl,
    ...(isAllowable && { allowWith: `${JSON.stringify(field)}: ${JSON.stringify([origin])}` }),
  };
}
