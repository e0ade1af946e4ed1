import { toConnectionAllowlist } from "./connection-allowlist.ts";
import { parseCspSource } from "./csp-source.ts";
import { isOwnHostname, toOwnOrigin } from "./own-origin.ts";
import { proxyPage, proxyScript, stagePage } from "./sandbox-pages.ts";
import { buildViewCsp } from "./view-csp.ts";
import { parseSwitches } from "./view-policy.ts";

/** Options of `createSandboxHandler`. */
export interface SandboxHandlerOptions {
  /**
   * The origins whose pages may show Views here. If Views have their own origins, those serve this handler
   * too, and the origin of the proxy page is listed with the hosts.
   */
  hostOrigins: readonly string[];
  /** Decides which origins may be Views' own. Default: none. */
  isViewOrigin?: (origin: string) => boolean;
}

const LONGEST_QUERY = 8192;

/**
 * Returns a handler that serves the sandbox, at any path of an origin that serves nothing else and is on a
 * different site than every host. The View's policy is a response header, built from the URL alone.
 * @example const handle = createSandboxHandler({ hostOrigins: ["https://chat.example.com"] })
 */
export function createSandboxHandler(
  options: SandboxHandlerOptions,
): (request: Request) => Promise<Response> {
  const hosts = new Set(options.hostOrigins.map((origin) => new URL(origin).origin));
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "Only GET.");
    const { origin, hostname, search, searchParams } = new URL(request.url);
    if (search.length > LONGEST_QUERY) return refuse(414, "The address is too long.");
    // Browsers tell where a frame is, by their own list of what one site is.
    const isFrame = ["iframe", null].includes(request.headers.get("sec-fetch-dest"));
    if (!isFrame) return refuse(403, "This page only works in a frame: it shows a View inside a host.");
    const host = searchParams.get("host");
    if (host === null) return refuse(400, "The address does not say which host asks.");
    if (!hosts.has(host)) return refuse(403, "This host is not allowed to show Views here.");
    const csp = readCsp(searchParams.get("csp"));
    if (csp === "malformed") return refuse(400, "The policy is malformed.");

    const stagedBy = searchParams.get("stage");
    if (isOwnHostname(hostname)) {
      // A page with a looser policy on the View's own origin would let the View escape its policy.
      const isItsOwn =
        stagedBy !== null && isOrigin(stagedBy) && origin === (await ownOrigin(stagedBy, searchParams));
      if (!isItsOwn)
        return refuse(403, "This origin belongs to another View, or to this one under another policy.");
    } else if (stagedBy !== null && stagedBy !== origin && !hosts.has(stagedBy)) {
      return refuse(403, "This proxy is not known here.");
    }
    if (stagedBy !== null) {
      const { header, granted } = buildViewCsp(csp, parseSwitches(searchParams.get("policy")));
      return serve(stagePage, {
        "content-security-policy": `${header}; frame-ancestors ${host} ${stagedBy}`,
        "connection-allowlist": toConnectionAllowlist(granted),
        // Asks the browser to isolate Views from each other although their origins share a site.
        ...(isOwnHostname(hostname) && { "origin-agent-cluster": "?1" }),
      });
    }
    if (
      host === origin ||
      ["same-origin", "same-site"].includes(request.headers.get("sec-fetch-site") ?? "")
    ) {
      return refuse(403, "The sandbox must be on another site than the host: another port is not enough.");
    }
    const viewOrigin = searchParams.get("origin");
    const isKnown = async (view: string) =>
      isOrigin(view) &&
      !hosts.has(view) &&
      (options.isViewOrigin?.(view) || view === (await ownOrigin(origin, searchParams)));
    if (viewOrigin !== null && !(await isKnown(viewOrigin))) {
      return refuse(403, "This origin is not one for Views.");
    }
    const policy = [
      "default-src 'none'",
      `script-src ${await hashOf(proxyScript)}`,
      "style-src 'unsafe-inline'",
      `frame-src ${viewOrigin ?? "'self'"}`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${host}`,
    ];
    return serve(proxyPage, { "content-security-policy": policy.join("; ") });
  };
}

/** The origin of the View in this address, if it has storage. */
async function ownOrigin(sandboxOrigin: string, query: URLSearchParams): Promise<string | undefined> {
  if (!query.has("view") || !parseSwitches(query.get("policy")).includes("storage")) return;
  return toOwnOrigin(sandboxOrigin, query).catch(() => undefined);
}

/** Whether it is an origin that can stand in a header, and nothing beside it. */
function isOrigin(value: string): boolean {
  const parsed = parseCspSource(value, ["https", "http"]);
  return "source" in parsed && !value.includes("*") && URL.canParse(value) && new URL(value).origin === value;
}

function readCsp(json: string | null): unknown {
  if (json === null) return;
  try {
    const csp: unknown = JSON.parse(json);
    return typeof csp === "object" && csp !== null && !Array.isArray(csp) ? csp : "malformed";
  } catch {
    return "malformed";
  }
}

async function hashOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

function serve(body: string, headers: Record<string, string>): Response {
  return new Response(body, { headers: { ...HEADERS, ...headers } });
}

function refuse(status: number, reason: string): Response {
  const policy = "default-src 'none'";
  return new Response(reason, {
    status,
    headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8", "content-security-policy": policy },
  });
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
};
