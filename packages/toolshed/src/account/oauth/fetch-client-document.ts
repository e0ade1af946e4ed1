import { RefusedRequest, refusalCode } from "../../net/address-guard.ts";
import { createGuardedFetch } from "../../net/guarded-fetch.ts";
import type { DocumentProblem } from "./document-support.ts";

const timeoutMs = 5_000;
const probeTimeoutMs = 3_000;
const maxBodyBytes = 64 * 1024;
/** Sites with documents of common clients. If none of them answers, no client's document can be loaded. */
const knownSites = ["https://claude.ai/", "https://chatgpt.com/", "https://vscode.dev/"];
const privateAddress = "private_address";
const certificateCodes = /CERT|_SSL_|_TLS_|UNABLE_TO_/;

/** `unreachable` may pass; `refused` is what the address or its answer is. */
export type FetchedDocument =
  | { readonly document: unknown }
  | (DocumentProblem & { readonly problem: "unreachable" | "refused" });

export type FetchClientDocument = (url: string) => Promise<FetchedDocument>;

/** Reads a JSON document from a stranger's URL: https, no redirects, little time and space. */
export function createFetchClientDocument(allowPrivate: readonly string[]): FetchClientDocument {
  const fetch = createGuardedFetch({ allowPrivate, maxBodyBytes, maxRedirects: 0, maxRetryAfterMs: 0 });

  return async (url) => {
    const { protocol, username, password } = new URL(url);
    if (protocol !== "https:" || username || password) return refused("its URL is not a plain https one");
    try {
      const response = await fetch(url, {
        headers: { accept: "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { status } = response;
      const type = response.headers.get("content-type") ?? "";
      const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type);
      if (status === 200 && isJson) return parse(await response.text());
      await response.body?.cancel();
      if (status === 200) return refused(`it is ${type || "of no type"}, not JSON`);
      const problem = status >= 500 ? "unreachable" : "refused";
      return { problem, cause: "status", status, reason: `it answers ${status}` };
    } catch (error) {
      if (refusalCode(error) === privateAddress)
        return { ...refused((error as Error).message), cause: "private" };
      if (error instanceof RefusedRequest) return refused(error.message);
      const cause = causeOf(error as Error & { code?: string });
      return { problem: "unreachable", cause, reason: `it does not answer (${cause})` };
    }
  };
}

/** Whether the internet can be reached at all: anything that one of the known sites answers counts. */
export async function canReachInternet(sites: readonly string[] = knownSites): Promise<boolean> {
  const fetch = createGuardedFetch({ allowPrivate: [], maxRedirects: 0, maxRetryAfterMs: 0 });
  const isAnswered = (site: string) =>
    fetch(site, { method: "HEAD", signal: AbortSignal.timeout(probeTimeoutMs) }).catch((error) => {
      if (error instanceof RefusedRequest && refusalCode(error) !== privateAddress) return;
      throw error;
    });
  try {
    return await Promise.any(sites.map(isAnswered)).then(
      () => true,
      () => false,
    );
  } finally {
    await fetch.close();
  }
}

const refused = (reason: string) => ({ problem: "refused", cause: "content", reason }) as const;

function causeOf({ name, code = "" }: Error & { code?: string }): DocumentProblem["cause"] {
  if (name === "TimeoutError" || /TIMEOUT|TIMEDOUT/.test(code)) return "timeout";
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return "dns";
  return certificateCodes.test(code) ? "certificate" : "connection";
}

function parse(text: string): FetchedDocument {
  try {
    return { document: JSON.parse(text) };
  } catch {
    return refused("it is not JSON");
  }
}
