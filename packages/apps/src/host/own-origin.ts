const LABEL = /^view-[0-9a-f]{40}\./;

/**
 * The origin of a View with storage: a subdomain of the sandbox, named after a hash of the host, the View and its policy.
 * The sandbox serves nothing else there, so the View can't load itself under a looser policy on its own origin.
 */
export async function toOwnOrigin(sandboxOrigin: string, query: URLSearchParams): Promise<string> {
  const { protocol, hostname, host } = new URL(sandboxOrigin);
  if (/^[\d.]+$|^\[/.test(hostname)) {
    throw new Error(
      `A View with storage needs a subdomain of its sandbox, and ${hostname} can't have one. ` +
        "Serve the sandbox under a name, such as localhost.",
    );
  }
  const parts = ["host", "view", "csp", "policy"].map((name) => query.get(name));
  return `${protocol}//view-${(await sha256(JSON.stringify(parts))).slice(0, 40)}.${host}`;
}

/** Whether a host name belongs to a View with storage. */
export function isOwnHostname(hostname: string): boolean {
  return LABEL.test(hostname);
}

/** The SHA-256 of a text, as hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new Error("This page can't identify Views: serve it over https, or from localhost or 127.0.0.1.");
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
