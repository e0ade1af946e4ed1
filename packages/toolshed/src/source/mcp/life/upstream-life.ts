import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { OpenStatus } from "../../source-kind.ts";
import type { UpstreamPeer } from "../peer/upstream-peer.ts";

/** `reason` is in words that continue the server's name. */
export type LifeState = Pick<OpenStatus, "state" | "reason" | "restarts" | "restartInMs">;

export interface LifeOptions {
  readonly name: string;
  readonly idleMs: number;
  /** Gives up immediately when the signal is aborted. */
  connect(signal: AbortSignal): Promise<UpstreamPeer>;
  /** Told why a connection ended that nobody has closed. */
  onEnd?(reason: string): void;
}

type Action<T> = (peer: UpstreamPeer) => Promise<T>;

/** A caller waits this long for a server that is about to be tried again, rather than to be told so. */
const maxWaitMs = 3_000;
const maxDelayMs = 60_000;
const maxRestarts = 5;
const aliveMs = 5_000;

/**
 * Keeps one connection to a server: made when it is first needed, kept while it is used, closed after it was idle. One
 * that breaks is reopened automatically, more slowly each time, and after some tries only when it is needed again.
 */
export class UpstreamLife {
  readonly #options: LifeOptions;
  readonly #closing = new AbortController();
  #peer: UpstreamPeer | undefined;
  #opening: Promise<UpstreamPeer> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  #users = 0;
  #failures = 0;
  #retryAt = 0;
  #starts = 0;
  #openSince = 0;
  #reason: string | null = null;
  /** Whether it ran and nobody has stopped it. */
  #isWanted = false;

  constructor(options: LifeOptions) {
    this.#options = options;
  }

  get state(): LifeState {
    const reason = this.#reason;
    const restarts = Math.max(0, this.#starts - 1);
    if (this.#peer) return { state: "running", reason, restarts };
    if (this.#opening) return { state: "starting", reason, restarts };
    if (this.#restart) {
      return { state: "restarting", reason, restarts, restartInMs: Math.max(0, this.#retryAt - Date.now()) };
    }
    return { state: reason === null ? "stopped" : "failed", reason, restarts };
  }

  /** Runs the action with a connection that answers. Rejects within bounded time if there is none. */
  async use<T>(action: Action<T>, signal: AbortSignal): Promise<T> {
    const leave = this.keepOpen();
    try {
      const peer = await this.#open();
      return await this.#serve(peer, action, signal).catch(async (error) => {
        if (!peer.hasForgotten(error)) throw error;
        if (this.#peer === peer) this.#peer = undefined;
        // Other calls on it are about to learn the same.
        if (peer.calls.size === 0) peer.close().catch(() => {});
        return this.#serve(await this.#open(), action, signal);
      });
    } finally {
      leave();
    }
  }

  /** Keeps it open, also without calls, until the returned function is called. */
  keepOpen(): () => void {
    this.#users += 1;
    clearTimeout(this.#idle);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#idle = setTimeout(() => this.#stop().catch(() => {}), this.#options.idleMs).unref();
    };
  }

  /** Ends the connection, or what is on the way to one, and any wait for the next try. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#idle);
    await this.#stop();
  }

  #open(): Promise<UpstreamPeer> {
    if (this.#peer) return Promise.resolve(this.#peer);
    this.#opening ??= this.#start().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #start(): Promise<UpstreamPeer> {
    await this.#waitForTurn();
    const { signal } = this.#closing;
    this.#starts += 1;
    const peer = await this.#options.connect(signal).catch((error) => {
      if (!signal.aborted) this.#failed(toReason(error));
      throw error;
    });
    if (signal.aborted) {
      await peer.close();
      throw this.#removed();
    }
    this.#peer = peer;
    this.#openSince = Date.now();
    this.#isWanted = true;
    this.#reason = null;
    peer.ended.then(
      (why) => this.#ended(peer, why),
      (error) => this.#ended(peer, toReason(error)),
    );
    return peer;
  }

  async #waitForTurn(): Promise<void> {
    // After the first failure nobody has to wait.
    const waitMs = this.#failures === 1 ? 0 : this.#retryAt - Date.now();
    if (waitMs > maxWaitMs) {
      const again = this.#restart ? "It is tried again" : "It can be tried again";
      throw new Error(`${this.#options.name} ${this.#reason}. ${again} in ${Math.ceil(waitMs / 1000)} s.`);
    }
    this.#cancelRestart();
    const { signal } = this.#closing;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw this.#removed();
  }

  #failed(why: string): void {
    this.#reason = why;
    this.#failures += 1;
    const delayMs = Math.min(maxDelayMs, 250 * 2 ** this.#failures);
    this.#retryAt = Date.now() + delayMs;
    if (!this.#isWanted || this.#failures > maxRestarts) return;
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.#open().catch(() => {});
    }, delayMs).unref();
  }

  #ended(peer: UpstreamPeer, why: string): void {
    if (this.#peer !== peer) return;
    this.#peer = undefined;
    // What ran for long is not about to fail again.
    if (Date.now() - this.#openSince > maxDelayMs) this.#failures = 0;
    this.#failed(why);
    this.#options.onEnd?.(why);
  }

  async #stop(): Promise<void> {
    this.#isWanted = false;
    this.#cancelRestart();
    await this.#opening?.catch(() => {});
    // A call may have arrived in the meantime.
    if (this.#users > 0 && !this.#closing.signal.aborted) return;
    const peer = this.#peer;
    this.#peer = undefined;
    await peer?.close();
  }

  async #serve<T>(peer: UpstreamPeer, action: Action<T>, signal: AbortSignal): Promise<T> {
    try {
      const result = await action(peer);
      this.#failures = 0;
      return result;
    } catch (error) {
      // The end of a connection is told to its calls first.
      await setImmediate();
      if (this.#peer === peer && signal.aborted) this.#checkAlive(peer);
      if (this.#peer !== peer && this.#reason !== null && !peer.hasForgotten(error)) {
        throw new Error(`${this.#options.name} ${this.#reason} during the call.`, { cause: error });
      }
      throw error;
    }
  }

  /** A call that was given up may have met a server that hangs. */
  #checkAlive(peer: UpstreamPeer): void {
    peer.checkAlive(aliveMs).catch(() => {
      if (this.#peer === peer) peer.fail("does not answer");
    });
  }

  #cancelRestart(): void {
    clearTimeout(this.#restart);
    this.#restart = undefined;
  }

  #removed(): Error {
    return new Error(`${this.#options.name} was removed.`);
  }
}

const toReason = (error: unknown): string =>
  `could not be reached: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500);
