import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { LiveUpstream } from "./connect-upstream.ts";

/**
 * Keeps one connection to a server: made when it is first needed, kept while it is used, closed after it was idle. One
 * that breaks is made again by itself, more slowly each time, and after some tries only when it is needed again.
 */
export interface UpstreamLife {
  /** Runs the action with a connection that answers. Rejects within bounded time if there is none. */
  use<T>(action: (live: LiveUpstream) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Keeps it open, also without calls, until the returned function is called. */
  hold(): () => void;
  readonly state: LifeState;
  /** Ends the connection, or what is on the way to one, and any wait for the next try. */
  close(): Promise<void>;
}

export interface LifeState {
  readonly state: "stopped" | "starting" | "running" | "restarting" | "failed";
  /** In words that continue the server's name. */
  readonly reason: string | null;
  readonly restarts: number;
  /** When it is tried again by itself. */
  readonly restartInMs?: number;
}

export interface LifeOptions {
  readonly name: string;
  readonly idleMs: number;
  /** Gives up at once when the signal is aborted. */
  connect(signal: AbortSignal): Promise<LiveUpstream>;
  /** Told why a connection ended that nobody has closed. */
  onEnd?(reason: string): void;
}

/** A caller waits this long for a server that is about to be tried again, rather than to be told so. */
const maxWaitMs = 3_000;
const maxDelayMs = 60_000;
const maxRestarts = 5;
const aliveMs = 5_000;

export function createUpstreamLife({ name, idleMs, connect, onEnd }: LifeOptions): UpstreamLife {
  const closing = new AbortController();
  let live: LiveUpstream | undefined;
  let opening: Promise<LiveUpstream> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let restart: NodeJS.Timeout | undefined;
  let users = 0;
  let failures = 0;
  let retryAt = 0;
  let starts = 0;
  let liveSince = 0;
  let reason: string | null = null;
  /** Whether it ran and nobody has stopped it. */
  let wanted = false;

  function failed(why: string): void {
    reason = why;
    failures += 1;
    const delayMs = Math.min(maxDelayMs, 250 * 2 ** failures);
    retryAt = Date.now() + delayMs;
    if (!wanted || failures > maxRestarts) return;
    restart = setTimeout(() => {
      restart = undefined;
      open().catch(() => {});
    }, delayMs).unref();
  }

  function afterEnd(ended: LiveUpstream, why: string): void {
    if (live !== ended) return;
    live = undefined;
    // What ran for long is not about to fail again.
    if (Date.now() - liveSince > maxDelayMs) failures = 0;
    failed(why);
    onEnd?.(why);
  }

  function cancelRestart(): void {
    clearTimeout(restart);
    restart = undefined;
  }

  async function start(): Promise<LiveUpstream> {
    // After the first failure nobody has to wait.
    const waitMs = failures === 1 ? 0 : retryAt - Date.now();
    if (waitMs > maxWaitMs) {
      const again = restart ? "It is tried again" : "It can be tried again";
      throw new Error(`${name} ${reason}. ${again} in ${Math.ceil(waitMs / 1000)} s.`);
    }
    cancelRestart();
    const { signal } = closing;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw new Error(`${name} was removed.`);
    starts += 1;
    let opened: LiveUpstream;
    try {
      opened = await connect(signal);
    } catch (error) {
      if (!signal.aborted) failed(toReason(error));
      throw error;
    }
    if (signal.aborted) {
      await opened.close();
      throw new Error(`${name} was removed.`);
    }
    live = opened;
    liveSince = Date.now();
    wanted = true;
    reason = null;
    opened.ended.then(
      (why) => afterEnd(opened, why),
      (error) => afterEnd(opened, toReason(error)),
    );
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
      if (users === 0) idle = setTimeout(() => stop().catch(() => {}), idleMs).unref();
    };
  }

  async function stop(): Promise<void> {
    wanted = false;
    cancelRestart();
    await opening?.catch(() => {});
    // Somebody may have come meanwhile.
    if (users > 0 && !closing.signal.aborted) return;
    const stopping = live;
    live = undefined;
    await stopping?.close();
  }

  async function serve<T>(
    opened: LiveUpstream,
    action: (live: LiveUpstream) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    try {
      const result = await action(opened);
      failures = 0;
      return result;
    } catch (error) {
      // The end of a connection is told to its calls first.
      await setImmediate();
      if (live === opened && signal.aborted) checkAlive(opened).catch(() => {});
      if (live !== opened && reason !== null && !opened.hasForgotten(error)) {
        throw new Error(`${name} ${reason} during the call.`, { cause: error });
      }
      throw error;
    }
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
      const restarts = Math.max(0, starts - 1);
      if (live) return { state: "running", reason, restarts };
      if (opening) return { state: "starting", reason, restarts };
      if (restart) {
        return { state: "restarting", reason, restarts, restartInMs: Math.max(0, retryAt - Date.now()) };
      }
      return { state: reason === null ? "stopped" : "failed", reason, restarts };
    },

    async use(action, signal) {
      const leave = enter();
      try {
        const opened = await open();
        return await serve(opened, action, signal).catch(async (error) => {
          if (!opened.hasForgotten(error)) throw error;
          if (live === opened) live = undefined;
          // Other calls on it are about to learn the same.
          if (opened.calls.size === 0) opened.close().catch(() => {});
          return serve(await open(), action, signal);
        });
      } finally {
        leave();
      }
    },

    hold: enter,

    async close() {
      closing.abort();
      clearTimeout(idle);
      await stop();
    },
  };
}

const toReason = (error: unknown): string =>
  `could not be reached: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500);
