const SCHEMES = new Set(["https:", "http:", "mailto:"]);

/** Whether a link of a View may reach the host's handler: others can run code or start programs. */
export function isSafeLink(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && SCHEMES.has(new URL(url).protocol);
}
