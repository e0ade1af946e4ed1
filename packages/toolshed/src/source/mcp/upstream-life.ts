import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { LiveUpstream } from "./connect-upstream.ts";

/**
 * Keeps one connection to a server: made when it is first needed, kept while it is used, closed after it was idle,
 * made again after it broke, more slowly each time.
 */
export interface UpstreamLife {
  /** Runs the action with a connection that answers. Rejects within bounded time if there is none. */
  use<T>(action: (live: LiveUpstream) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Keeps it open, also without calls, until the returned function is called. */
  hold(): () => void;
  readonly state: LifeState;
  close(): Promise<void>;
}

export interface LifeState {
  readonly state: "stopped" | "starting" | "running" | "failed";
  /** In words that continue the server's name. */
  readonly reason: string | null;
  readonly restarts: number;
}

export interface LifeOptions {
  readonly name: string;
  readonly idleMs: number;
  connect(): Promise<LiveUpstream>;
}

/** A caller waits this long for a server that is about to be tried again, rather than to be told so. */
const maxWaitMs = 3_000;
const maxDelayMs = 60_000;
const aliveMs = 5_000;

export function createUpstreamLife({ name, idleMs, connect }: LifeOptions): UpstreamLife {
  let live: LiveUpstream | undefined;
  let opening: Promise<LiveUpstream> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let users = 0;
  let failures = 0;
  let retryAt = 0;
  let starts = 0;
  let reason: string | null = null;
  let closed = false;

  function failed(why: string): void {
    reason = why;
    failures += 1;
    // The first time it is tried again at once.
    retryAt = failures === 1 ? 0 : Date.now() + Math.min(maxDelayMs, 250 * 2 ** failures);
  }

  async function start(): Promise<LiveUpstream> {
    const waitMs = retryAt - Date.now();
    if (waitMs > maxWaitMs) {
      throw new Error(`${name} ${reason}. It is tried again in ${Math.ceil(waitMs / 1000)} s.`);
    }
    if (waitMs > 0) await sleep(waitMs);
    if (closed) throw new Error(`${name} was removed.`);
    starts += 1;
    let opened: LiveUpstream;
    try {
      opened = await connect();
    } catch (error) {
      failed(toReason(error));
      throw error;
    }
    if (closed) {
      await opened.close();
      throw new Error(`${name} was removed.`);
    }
    live = opened;
    reason = null;
    void opened.ended.then((why) => {
      if (live !== opened) return;
      live = undefined;
      failed(why);
    });
    return opened;
  }

  function open(): Promise<LiveUpstream> {
    if (live) return Promise.resolve(live);
    opening ??= start().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  function enter(): () => void {
    users += 1;
    clearTimeout(idle);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      users -= 1;
      if (users === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    };
  }

  async function stop(): Promise<void> {
    const stopping = live;
    live = undefined;
    await stopping?.close();
  }

  /** A call that was given up may have met a server that hangs. */
  async function checkAlive(suspect: LiveUpstream): Promise<void> {
    const { client } = suspect;
    const options = { timeout: aliveMs };
    const question = client.getProtocolEra() === "modern" ? client.discover(options) : client.ping(options);
    await question.catch((error: { code?: unknown }) => {
      // An error that the server answered with is an answer.
      if (typeof error.code !== "number" && live === suspect) suspect.fail("does not answer");
    });
  }

  return {
    get state(): LifeState {
      const state = live ? "running" : opening ? "starting" : reason === null ? "stopped" : "failed";
      return { state, reason, restarts: Math.max(0, starts - 1) };
    },

    async use(action, signal) {
      const leave = enter();
      try {
        const opened = await open();
        try {
          const result = await action(opened);
          failures = 0;
          return result;
        } catch (error) {
          // The end of a connection is told to its calls first.
          await setImmediate();
          if (live === opened && signal.aborted) void checkAlive(opened);
          if (live !== opened && reason !== null) {
            throw new Error(`${name} ${reason} during the call.`, { cause: error });
          }
          throw error;
        }
      } finally {
        leave();
      }
    },

    hold: enter,

    async close() {
      closed = true;
      clearTimeout(idle);
      await opening?.catch(() => {});
      await stop();
    },
  };
}

const toReason = (error: unknown): string =>
  `could not be reached: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500);
