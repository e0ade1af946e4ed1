import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import type { Cancellation } from "../work/cancellation.ts";
import { createAddressGuard, RefusedRequest, type ResolveHost } from "./address-guard.ts";
import { networkReason } from "./network-reason.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { createSendRequest } from "./send-request.ts";

const defaults = {
  connectTimeoutMs: 10_000,
  /** How long a service may take until its answer begins. */
  headersTimeoutMs: 60_000,
  /** How long an answer that has begun may pause. */
  bodyTimeoutMs: 60_000,
  /** How much of an answer is read, after decompression. */
  maxBodyBytes: 32 * 1024 * 1024,
  maxRedirects: 5,
  /** The longest wait that a service may ask for before the one further try. */
  maxRetryAfterMs: 10_000,
};

export interface GuardedFetchOptions extends Partial<typeof defaults> {
  /** Host names, addresses and ranges of the private network that may be reached nevertheless. */
  readonly allowPrivate: readonly string[];
  /** How long one event of a stream may be. Without it such a stream may be as long as all other answers. */
  readonly maxEventBytes?: number;
  readonly resolveHost?: ResolveHost;
}

export interface PostRequest {
  /** Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly ending: Cancellation;
}

/** As the global `fetch`, for addresses that others chose: nothing private is reached unless it is allowed by name. */
export interface GuardedFetch {
  (url: string | URL, init?: RequestInit): Promise<Response>;
  /**
   * Sends a text in a fraction of that time. Gives the text of a successful JSON answer, and any other answer as `fetch`
   * would.
   */
  post(url: URL, request: PostRequest): Promise<string | Response>;
  /** Ends all connections. Requests under way fail. */
  close(): Promise<void>;
}

const jsonType = /^application\/json\s*(?:;|$)/i;
const safeMethods = ["GET", "HEAD", "OPTIONS"];
const redirectStatuses = [301, 302, 303, 307, 308];
const busyStatuses = [429, 503];
/** What may follow a redirect to another origin. A key can be in a header of any name, so all others stay behind. */
const harmlessHeaders = ["accept", "accept-language", "content-type", "user-agent"];

export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allowPrivate, resolveHost, maxEventBytes } = options;
  const { maxBodyBytes: maxBytes, maxRedirects, maxRetryAfterMs, ...timeouts } = { ...defaults, ...options };
  const guard = createAddressGuard(allowPrivate, resolveHost);
  const agent = new Agent({
    connect: { lookup: guard.lookup, timeout: timeouts.connectTimeoutMs },
    headersTimeout: timeouts.headersTimeoutMs,
    bodyTimeout: timeouts.bodyTimeoutMs,
  });
  const sendRequest = createSendRequest(agent, { maxBytes, maxEventBytes });

  /** undici listens to a signal for as long as it likes, so each request has one of its own. */
  async function send(url: URL, init: RequestInit): Promise<Response> {
    guard.checkUrl(url);
    const { signal: callers } = init;
    if (callers?.aborted) throw callers.reason;
    const ending = new AbortController();
    const release = callers ? followSignal(callers, () => ending.abort(callers.reason)) : () => {};
    try {
      const request = { method: methodOf(init), ...(await toPlain(init)), signal: ending.signal };
      return await (await sendRequest(url, request, release)).toResponse();
    } catch (error) {
      release();
      throw callers?.aborted ? callers.reason : toPlainError(error, url);
    }
  }

  /** Sends it once more where the service asks for that and nothing can have happened by the first try. */
  async function sendPatiently(url: URL, init: RequestInit): Promise<Response> {
    const response = await send(url, init);
    if (!busyStatuses.includes(response.status) || !safeMethods.includes(methodOf(init))) return response;
    const waitMs = parseRetryAfter(response.headers.get("retry-after"));
    if (waitMs === undefined || waitMs > maxRetryAfterMs) return response;
    await response.body?.cancel();
    await sleep(waitMs, undefined, init.signal ? { signal: init.signal } : {});
    return send(url, init);
  }

  const follow = async (url: URL, init: RequestInit, redirectsLeft: number): Promise<Response> =>
    followFrom(await sendPatiently(url, init), url, init, redirectsLeft);

  async function followFrom(
    response: Response,
    url: URL,
    init: RequestInit,
    redirectsLeft: number,
  ): Promise<Response> {
    const location = response.headers.get("location");
    if (!redirectStatuses.includes(response.status) || location === null) return response;
    await response.body?.cancel();
    if (redirectsLeft === 0) throw new RefusedRequest(`${url.host} redirects too often.`);
    if (!URL.canParse(location, url.href))
      throw new RefusedRequest(`${url.host} redirects to no valid address.`);
    const target = new URL(location, url);
    return follow(target, redirected(init, response.status, url, target), redirectsLeft - 1);
  }

  const guardedFetch = (url: string | URL, init: RequestInit = {}) =>
    follow(new URL(url), init, maxRedirects);

  async function sendOnce(url: URL, { headers, body, ending }: PostRequest): Promise<string | Response> {
    try {
      guard.checkUrl(url);
      const answer = await sendRequest(url, { method: "POST", headers, body, signal: ending }, () => {});
      const isJson = jsonType.test(String(answer.headers["content-type"]));
      return await (answer.status === 200 && isJson ? answer.text() : answer.toResponse());
    } catch (error) {
      throw toPlainError(error, url);
    }
  }

  const post: GuardedFetch["post"] = async (url, request) => {
    const answer = await sendOnce(url, request);
    if (typeof answer === "string" || !redirectStatuses.includes(answer.status)) return answer;
    const { headers, body, ending } = request;
    return followFrom(answer, url, { method: "POST", headers, body, signal: ending.signal }, maxRedirects);
  };

  return Object.assign(guardedFetch, { post, close: () => agent.destroy() });
}

/** Whatever form the headers and the body of a request have. */
async function toPlain({ headers, body = null }: RequestInit) {
  const given = Object.fromEntries(new Headers(headers));
  if (body === null || typeof body === "string") return { headers: given, body };
  const packed = new Response(body);
  const bytes = Buffer.from(await packed.arrayBuffer());
  return { headers: { ...Object.fromEntries(packed.headers), ...given }, body: bytes };
}

/** The request that goes to where a redirect points. */
function redirected(init: RequestInit, status: number, from: URL, to: URL): RequestInit {
  const method = methodOf(init);
  const becomesGet = (status === 303 && method !== "HEAD") || (status < 303 && method === "POST");
  const { body, ...rest } = init;
  const headers = new Headers(init.headers);
  if (becomesGet) for (const name of ["content-type", "content-length"]) headers.delete(name);
  if (to.origin !== from.origin) {
    if (body != null && !becomesGet) {
      throw new RefusedRequest(`${from.host} redirects to ${to.host}, which must not get what was sent.`);
    }
    for (const name of [...headers.keys()]) if (!harmlessHeaders.includes(name)) headers.delete(name);
  }
  return becomesGet ? { ...rest, method: "GET", headers } : { ...init, headers };
}

const methodOf = ({ method = "GET" }: RequestInit): string => method.toUpperCase();

/** Names the host and the reason, and never the rest of the URL: a key may be in it. */
function toPlainError(error: unknown, url: URL): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof RefusedRequest) return cause;
  const { code, message } = cause as Error & { code?: string };
  const reason = networkReason(cause) ?? code ?? message;
  return Object.assign(new Error(`${url.host} cannot be reached: ${reason}`), { code });
}

class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const tell of [...this]) tell();
  }
}

const followed = new WeakMap<AbortSignal, Followers>();

/**
 * Calls back when the signal aborts, until the returned function is called. However many follow a signal, it has one
 * listener: all requests of a connection share a signal, and Node warns of more than ten.
 */
function followSignal(signal: AbortSignal, onAbort: () => void): () => void {
  const followers = followed.get(signal) ?? new Followers();
  if (followers.size === 0) signal.addEventListener("abort", followers);
  followed.set(signal, followers.add(onAbort));
  return () => {
    if (followers.delete(onAbort) && followers.size === 0) signal.removeEventListener("abort", followers);
  };
}

/** A call may be answered late and a stream pause for long: both have limits of their own elsewhere. */
const patienceMs = 60 * 60 * 1000;
/** As long as a line of a program may be: it is parsed on the main thread. */
const maxMessageBytes = 16 * 1024 * 1024;

/** A guarded fetch for servers that answer with streams. */
export function createUpstreamFetch(allowPrivate: readonly string[]): GuardedFetch {
  return createGuardedFetch({
    allowPrivate,
    headersTimeoutMs: patienceMs,
    bodyTimeoutMs: patienceMs,
    maxBodyBytes: maxMessageBytes,
    maxEventBytes: maxMessageBytes,
  });
}
