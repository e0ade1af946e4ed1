import { setTimeout as sleep } from "node:timers/promises";
import type { WithLock } from "../store/store.ts";
import { UserError } from "../user-error.ts";
import type { Connection, ConnectionId, Connections, Secret, StoredSecret } from "./connections.ts";
import { isExpired, marginMs, type OAuthTokens, toTokens } from "./oauth-tokens.ts";
import { reconnectSentence, temporarySentence } from "./reconnecting.ts";
import type { RefreshTimes } from "./refresh-tokens.ts";

export interface FreshTokensParts {
  readonly connections: Connections;
  readonly withLock: WithLock;
  /** Where the dashboard is. */
  readonly origin: string;
  readonly now?: (() => number) | undefined;
  readonly times?: Partial<RefreshTimes> | undefined;
}

type IsStale = (tokens: OAuthTokens) => boolean;

/** Why there are no new tokens. The old ones are used for as long as the service may still accept them. */
interface Problem {
  readonly sentence: string;
  /** How long after its end the old access token is used. */
  readonly graceMs: number;
}

/** What this gateway knows of a connection that was used here. */
interface Usage {
  readonly connection: Connection;
  readonly usedAt: number;
  readonly expiresAt: number;
  readonly dueAt: number;
}

interface BackOff {
  readonly failures: number;
  readonly until: number;
  readonly reason: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Our clock may be ahead of the service's by this much. */
const skewMs = 5 * minuteMs;
const pauses = { firstMs: 1_000, maxMs: minuteMs, maxAskedForMs: 5 * minuteMs };
/** A server that has ended a connection is asked again after this time: it may have been mistaken. */
const recheckMs = 10 * minuteMs;
/** A service that answers 401 to every token must not make us refresh for every call. */
const minRenewalMs = minuteMs;
/** How long before the margin a token is refreshed at most. */
const maxLeadMs = 2 * minuteMs;
const idleMs = 24 * hourMs;
const idleAtOnce = 100;
const maxUsages = 10_000;
const providersAtOnce = 4;
const savePausesMs = [100, 500, 2_000];

/** The access tokens of OAuth connections: refreshed in time, and each by one gateway of the store at a time. */
export class FreshTokens {
  readonly #parts: FreshTokensParts;
  readonly #usages = new Map<string, Usage>();
  readonly #backOffs = new Map<string, BackOff>();
  readonly #renewedAt = new Map<string, number>();
  #isRefreshingDue = false;

  constructor(parts: FreshTokensParts) {
    this.#parts = parts;
  }

  /** Nothing if the connection was removed or replaced. Rejects with a `UserError` that says what to do. */
  async read(connection: Connection): Promise<string | undefined> {
    const tokens = await this.#fresh(connection, (tokens) => isExpired(tokens, this.#now()));
    if (tokens) this.#note(connection, tokens, this.#now());
    return tokens?.accessToken;
  }

  /**
   * Another token in place of one that the service refused although our clock says it is valid. Nothing if there is none
   * to be had. Rejects as `read` does.
   */
  async renew(connection: Connection, refused: string): Promise<string | undefined> {
    const key = keyOf(connection);
    const mayRefresh = (this.#renewedAt.get(key) ?? 0) + minRenewalMs <= this.#now();
    const isStale: IsStale = ({ accessToken, refreshToken }) =>
      accessToken === refused && refreshToken !== undefined && mayRefresh;
    const tokens = await this.#fresh(connection, isStale, refused);
    if (!tokens || tokens.accessToken === refused) return undefined;
    this.#renewedAt.set(key, this.#now());
    this.#note(connection, tokens, this.#now());
    return tokens.accessToken;
  }

  /**
   * Refreshes ahead of their end the tokens of connections that were used here within the last hour, and once a day those
   * that nobody uses, because many servers end a refresh token that rests for too long.
   */
  async refreshDue(signal: AbortSignal): Promise<void> {
    if (this.#isRefreshingDue) return;
    this.#isRefreshingDue = true;
    try {
      this.#forgetOld();
      const now = this.#now();
      const due = [...this.#usages.values()].filter(({ dueAt }) => dueAt <= now);
      await this.#refreshAll(
        due.map(({ connection, expiresAt }) => ({
          connection,
          isStale: (tokens) => tokens.expiresAt === expiresAt,
        })),
        signal,
      );
    } finally {
      this.#isRefreshingDue = false;
    }
  }

  async refreshIdle(signal: AbortSignal): Promise<void> {
    const now = this.#now();
    const idle = await this.#parts.connections.listIdle(now, now - idleMs, idleAtOnce);
    const isStale: IsStale = (tokens) => isExpired(tokens, this.#now());
    await this.#refreshAll(
      idle.map((connection) => ({ connection, isStale })),
      signal,
    );
  }

  /** A few services at a time, and one connection of each: where one fails, the service's others would most likely, too. */
  async #refreshAll(
    all: readonly { readonly connection: Connection; readonly isStale: IsStale }[],
    signal: AbortSignal,
  ): Promise<void> {
    const providers = new Set(all.map(({ connection }) => connection.provider)).values();
    const refreshNext = async () => {
      for (const provider of providers) {
        for (const { connection, isStale } of all) {
          if (connection.provider !== provider) continue;
          if (signal.aborted) return;
          const tokens = await this.#fresh(connection, isStale).catch(ofUser);
          if (tokens) this.#note(connection, tokens);
          if (this.#backOffOf(connection)) break;
        }
      }
    };
    await Promise.all(Array.from({ length: providersAtOnce }, refreshNext));
  }

  /** The tokens, refreshed if those that are stored are stale, also by the time that it is our turn. */
  async #fresh(connection: Connection, isStale: IsStale, refused?: string): Promise<OAuthTokens | undefined> {
    const known = await this.#current(connection, isStale, refused);
    if (!known?.isStale) return known?.tokens;
    // Servers that rotate refresh tokens revoke a grant whose refresh token is used twice.
    return this.#parts.withLock(keyOf(connection), async () => {
      const current = await this.#current(connection, isStale, refused);
      if (!current?.isStale) return current?.tokens;
      const result = await this.#refresh(connection, current.tokens);
      return "sentence" in result ? this.#despite(result, current.tokens, refused) : result;
    });
  }

  async #current(connection: Connection, isStale: IsStale, refused: string | undefined) {
    const stored = await this.#parts.connections.read(connection);
    if (!stored) return undefined;
    const tokens: OAuthTokens = JSON.parse(stored.secret);
    if (!isStale(tokens)) return { tokens, isStale: false };
    const problem = this.#knownProblem(connection, tokens, stored);
    return problem
      ? { tokens: this.#despite(problem, tokens, refused), isStale: false }
      : { tokens, isStale: true };
  }

  /** Why the server is not asked now. */
  #knownProblem(
    connection: Connection,
    { refreshToken }: OAuthTokens,
    { needsReconnect, lastErrorAt }: StoredSecret,
  ): Problem | undefined {
    if (refreshToken === undefined) return this.#ended(connection);
    if (needsReconnect && (lastErrorAt ?? 0) + recheckMs > this.#now()) return this.#ended(connection);
    const backOff = this.#backOffOf(connection);
    return backOff && this.#temporary(connection, backOff);
  }

  #backOffOf(connection: Connection): BackOff | undefined {
    const backOff = this.#backOffs.get(keyOf(connection));
    return backOff && backOff.until > this.#now() ? backOff : undefined;
  }

  #despite({ sentence, graceMs }: Problem, tokens: OAuthTokens, refused: string | undefined): OAuthTokens {
    const { accessToken, expiresAt = Number.POSITIVE_INFINITY } = tokens;
    if (accessToken !== refused && expiresAt + graceMs > this.#now()) return tokens;
    throw new UserError(sentence);
  }

  async #refresh(connection: Connection, tokens: OAuthTokens): Promise<OAuthTokens | Problem> {
    const { connections, times } = this.#parts;
    const { refreshTokens } = await import("./refresh-tokens.ts");
    const key = keyOf(connection);
    const result = await refreshTokens(tokens, times);
    const at = this.#now();
    if (result.kind === "refreshed") {
      const refreshed = toTokens(result.answer, tokens, at);
      this.#backOffs.delete(key);
      await this.#save(connection, refreshed, at);
      return refreshed;
    }
    const { reason } = result;
    if (result.kind === "temporary") {
      const failures = (this.#backOffs.get(key)?.failures ?? 0) + 1;
      const backOff = { failures, reason, until: at + pauseAfter(failures, result.retryAfterMs) };
      this.#backOffs.set(key, backOff);
      await connections.noteFailure(connection, { reason, at, needsReconnect: false });
      return this.#temporary(connection, backOff);
    }
    this.#backOffs.delete(key);
    // Another gateway whose lock ended with its way to the database may have refreshed meanwhile.
    const stored = await connections.read(connection);
    const latest: OAuthTokens | undefined = stored && JSON.parse(stored.secret);
    if (latest && latest.refreshToken !== tokens.refreshToken) return latest;
    await connections.noteFailure(connection, { reason, at, needsReconnect: true });
    return this.#ended(connection);
  }

  /** What the server gave cannot be had again, so that a database which restarts must not cost it. */
  async #save(connection: Connection, tokens: OAuthTokens, at: number): Promise<void> {
    const secret = toSecret(tokens);
    for (const pauseMs of savePausesMs) {
      const isSaved = await this.#parts.connections.renew(connection, secret, at).then(
        () => true,
        () => false,
      );
      if (isSaved) return;
      await sleep(pauseMs);
    }
    await this.#parts.connections.renew(connection, secret, at);
  }

  /** Random within the last fifth of a token's life, so that what was connected at one time is not refreshed at one time. */
  #note(connection: Connection, { expiresAt, refreshToken }: OAuthTokens, usedAt?: number): void {
    const key = keyOf(connection);
    const before = this.#usages.get(key);
    if (expiresAt === undefined || refreshToken === undefined || !(usedAt ?? before)) return;
    if (!before && this.#usages.size >= maxUsages) return;
    const leftMs = expiresAt - marginMs - this.#now();
    const leadMs = Math.random() * Math.min(maxLeadMs, leftMs / 5);
    // A token that lives for less than the margin is refreshed when it is needed.
    const dueAt = leftMs > 0 ? expiresAt - marginMs - leadMs : Number.POSITIVE_INFINITY;
    const isSame = before?.expiresAt === expiresAt;
    this.#usages.set(key, {
      connection,
      expiresAt,
      dueAt: isSame ? before.dueAt : dueAt,
      usedAt: usedAt ?? before?.usedAt ?? 0,
    });
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [key, { usedAt }] of this.#usages) if (usedAt + hourMs < now) this.#usages.delete(key);
    for (const [key, { until }] of this.#backOffs) if (until + hourMs < now) this.#backOffs.delete(key);
    for (const [key, at] of this.#renewedAt) if (at + minRenewalMs < now) this.#renewedAt.delete(key);
  }

  #ended(connection: Connection): Problem {
    return { sentence: reconnectSentence(this.#parts.origin, connection), graceMs: 0 };
  }

  #temporary(connection: Connection, { reason, until }: BackOff): Problem {
    return { sentence: temporarySentence(connection, reason, until - this.#now()), graceMs: skewMs };
  }

  #now(): number {
    return this.#parts.now?.() ?? Date.now();
  }
}

export const toSecret = (tokens: OAuthTokens): Secret => ({
  secret: JSON.stringify(tokens),
  lastFour: tokens.accessToken.slice(-4),
  // An access token that can be refreshed does not end the connection.
  ...(tokens.expiresAt !== undefined && {
    [tokens.refreshToken === undefined ? "expiresAt" : "tokenExpiresAt"]: tokens.expiresAt,
  }),
});

const keyOf = ({ ownerId, provider, name }: ConnectionId): string => `grant/${ownerId}/${provider}/${name}`;

/** Longer after each failure, and as long as the server asks for. */
function pauseAfter(failures: number, askedForMs = 0): number {
  const { firstMs, maxMs, maxAskedForMs } = pauses;
  const ownMs = Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
  return Math.max(ownMs, Math.min(askedForMs, maxAskedForMs));
}

/** What a person can do something about is shown with the connection. Everything else is reported. */
function ofUser(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}
