const SCHEMES = new Set(["https:", "http:", "mailto:"]);
const LONGEST = 8192;

/**
 * A link of a View as it may reach the host's handler: normalized, so that it has no line breaks to show a text with.
 * Undefined for links that can run code or start programs.
 */
export function toSafeLink(url: unknown): string | undefined {
  if (typeof url !== "string" || url.length > LONGEST || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return SCHEMES.has(protocol) ? href : undefined;
}
