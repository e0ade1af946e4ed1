import type { ServerResponse } from "node:http";
import { smallAnswer } from "../../mcp/protocol/respond.ts";
import type { WorkTurns } from "../../work/work-turns.ts";
import { type ByteAccount, ByteBudget } from "./byte-budget.ts";
import type { Exchange } from "./exchange.ts";

const mb = 1024 * 1024;

/** The large answers that wait to be written, or to be read by their clients. */
export class UnreadAnswers {
  readonly budget: ByteBudget;
  readonly turns: WorkTurns;
  /** A client that reads nothing of a large answer for this long is disconnected. */
  readonly idleMs: number;

  constructor(turns: WorkTurns, { maxTotal = 512 * mb, maxPerKey = 128 * mb, idleMs = 60_000 } = {}) {
    this.budget = new ByteBudget(maxTotal, maxPerKey);
    this.turns = turns;
    this.idleMs = idleMs;
  }

  /** The answer to one request of a person. */
  open(exchange: Exchange, key: string): UnreadAnswer {
    return new UnreadAnswer(this, exchange, key);
  }
}

export class UnreadAnswer {
  readonly #all: UnreadAnswers;
  readonly #exchange: Exchange;
  readonly #key: string;
  #account: ByteAccount | undefined;

  constructor(all: UnreadAnswers, exchange: Exchange, key: string) {
    this.#all = all;
    this.#exchange = exchange;
    this.#key = key;
  }

  /** Resolves when an answer of about this size may be written, with false if the person has too much unread. */
  async admit(bytes: number): Promise<boolean> {
    if (this.#exchange.response.destroyed) return true;
    if (!this.#open().take(bytes)) return false;
    await new Promise<void>((begin) => this.#all.turns.enter(this.#key, bytes, begin));
    return true;
  }

  /** Called after something was written. What the client has not read counts until it has. */
  noteWritten(): void {
    const { response } = this.#exchange;
    const unread = response.writableLength;
    if (unread <= smallAnswer || response.destroyed) return;
    const account = this.#open();
    if (unread > account.taken() && !account.take(unread - account.taken())) {
      response.destroy();
      return;
    }
    // The timer of a socket starts again whenever a part of what waits was sent.
    if (response.listenerCount("timeout") === 0) this.#disconnectIdle(response, account);
  }

  #disconnectIdle(response: ServerResponse, account: ByteAccount): void {
    const disconnect = () => response.destroy();
    response.setTimeout(this.#all.idleMs, disconnect);
    // A stream can be idle for long once all of it was read.
    response.once("drain", () => {
      response.setTimeout(0).off("timeout", disconnect);
      account.close();
    });
  }

  #open(): ByteAccount {
    if (this.#account) return this.#account;
    const account = this.#all.budget.open(this.#key);
    this.#account = account;
    this.#exchange.atEnd(account.close);
    return account;
  }
}
