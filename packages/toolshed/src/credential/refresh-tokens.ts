import { setTimeout as sleep } from "node:timers/promises";
import { createGuardedFetch, type GuardedFetch } from "../net/guarded-fetch.ts";
import { parseRetryAfter } from "../net/retry-after.ts";
import { type OAuthTokens, readTokenAnswer, type TokenEndpointAnswer } from "./oauth-tokens.ts";

/** How a refresh ends. Only `ended` means that the refresh token is of no more use. Reasons are sentences of ours, without secrets. */
export type Refresh =
  | { readonly kind: "refreshed"; readonly answer: TokenEndpointAnswer }
  | { readonly kind: "temporary"; readonly reason: string; readonly retryAfterMs?: number | undefined }
  | { readonly kind: "ended"; readonly reason: string };

export interface RefreshTimes {
  /** Ends an attempt whose answer takes too long. */
  readonly giveUp: (tokens: OAuthTokens) => AbortSignal;
  /** The pause before a request whose answer was lost is sent again. */
  readonly pauseMs: number;
}

const attemptMs = 10_000;
const defaults: RefreshTimes = { giveUp: () => AbortSignal.timeout(attemptMs), pauseMs: 250 };
const maxAttempts = 3;
const maxAnswerBytes = 1024 * 1024;

/** Errors that repeating the request does not change (RFC 6749, section 5.2, and those of GitHub and Slack). */
const finalErrors: Readonly<Record<string, string>> = {
  invalid_grant: "no longer accepts the authorization",
  bad_refresh_token: "no longer accepts the authorization",
  invalid_refresh_token: "no longer accepts the authorization",
  invalid_client: "no longer knows this gateway",
  unauthorized_client: "no longer lets this gateway refresh tokens",
};

/** The answer did not arrive or cannot be read: the server may have used up the refresh token nevertheless. */
class LostAnswer extends Error {}

/**
 * Asks for new tokens. Never rejects. A request whose answer was lost is sent again with the same refresh token: servers
 * that rotate them accept the last one again for a while, for exactly this case.
 */
export async function refreshTokens(
  tokens: OAuthTokens,
  times: Partial<RefreshTimes> = {},
): Promise<Refresh> {
  const { giveUp, pauseMs } = { ...defaults, ...times };
  const { hostname, host } = new URL(tokens.tokenUrl);
  const fetch = createGuardedFetch({
    allowPrivate: tokens.privateHosts ?? [hostname],
    maxBodyBytes: maxAnswerBytes,
  });
  // Slow servers get one more attempt, quick failures two.
  const lastStart = performance.now() + 1.5 * attemptMs;
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask(tokens, fetch, giveUp(tokens));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const isWorthwhile = error instanceof LostAnswer && performance.now() < lastStart;
        if (attempt === maxAttempts || !isWorthwhile) return { kind: "temporary", reason: `${reason}.` };
        await sleep(attempt * pauseMs * (0.5 + Math.random()));
      }
    }
  } catch {
    return { kind: "temporary", reason: `${host} could not be asked.` };
  } finally {
    await fetch.close();
  }
}

async function ask(tokens: OAuthTokens, fetch: GuardedFetch, signal: AbortSignal): Promise<Refresh> {
  const { protocol, hostname, host } = new URL(tokens.tokenUrl);
  if (protocol !== "https:" && !["127.0.0.1", "localhost"].includes(hostname)) {
    throw new Error(`${host} is not asked for tokens without HTTPS`);
  }
  const toLost = (error: Error): never => {
    throw new LostAnswer(
      signal.aborted ? `${host} did not answer within ${attemptMs / 1000} s` : error.message,
    );
  };
  const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(tokens.tokenUrl, {
    method: "POST",
    headers,
    body: toBody(tokens),
    signal,
  }).catch(toLost);
  const text = await response.text().catch(toLost);
  return readAnswer(response, text, host);
}

/** The one place that decides what a server's answer means for the connection. */
function readAnswer({ status, ok, headers }: Response, text: string, host: string): Refresh {
  const value = parse(text);
  const answer = ok ? readTokenAnswer(value) : undefined;
  if (answer) return { kind: "refreshed", answer };
  const { error } = Object(value) as { error?: unknown };
  const isBusy = status >= 500 || status === 429;
  if (!isBusy && typeof error === "string" && Object.hasOwn(finalErrors, error)) {
    return { kind: "ended", reason: `${host} ${finalErrors[error]} (${error}).` };
  }
  if (ok && error === undefined) throw new LostAnswer(`${host} sent an answer that cannot be read`);
  return {
    kind: "temporary",
    reason: `${host} answered with status ${status}.`,
    retryAfterMs: parseRetryAfter(headers.get("retry-after")),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toBody({ refreshToken = "", clientId, clientSecret, resource }: OAuthTokens): string {
  return new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    ...(resource !== undefined && { resource }),
  }).toString();
}
