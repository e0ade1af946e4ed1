import { RefusedRequest } from "../../net/address-guard.ts";
import { createGuardedFetch } from "../../net/guarded-fetch.ts";

const timeoutMs = 5_000;
const maxBodyBytes = 64 * 1024;

/** `unreachable` may pass; `refused` is what the address or its answer is. */
export type FetchedDocument =
  | { readonly document: unknown }
  | { readonly problem: "unreachable" | "refused"; readonly reason: string };

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
      const type = response.headers.get("content-type") ?? "";
      if (response.status >= 500) {
        await response.body?.cancel();
        return { problem: "unreachable", reason: `it answers ${response.status}` };
      }
      if (response.status !== 200 || !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
        await response.body?.cancel();
        return refused(`it answers ${response.status} and ${type || "no type"}`);
      }
      return parse(await response.text());
    } catch (error) {
      if (error instanceof RefusedRequest) return refused(error.message);
      return { problem: "unreachable", reason: "it does not answer" };
    }
  };
}

const refused = (reason: string): FetchedDocument => ({ problem: "refused", reason });

function parse(text: string): FetchedDocument {
  try {
    return { document: JSON.parse(text) };
  } catch {
    return refused("it is not JSON");
  }
}
