import type { Cancellation } from "../../work/cancellation.ts";
import type { Outgoing } from "./endpoint.ts";
import type { RequestId } from "./message.ts";
import { errorCodes } from "./protocol-error.ts";

/** Where the answer to an HTTP request goes. */
export interface Reply {
  /** Aborted when the client disconnects before the answer is complete. */
  readonly gone: Cancellation;
  /** Resolves when a large answer may be written, with false if the client has too much left to read. */
  admit(bytes: number): Promise<boolean>;
  /** Sends JSON, or an empty body. */
  send(status: number, text?: string, headers?: Readonly<Record<string, string>>): void;
  /** Begins a stream of events. */
  open(headers?: Readonly<Record<string, string>>): void;
  write(event: string): void;
  end(): void;
}

/** Writing up to so many bytes costs no more than the rest of a request. A larger answer has to be admitted. */
export const smallAnswer: number = 256 * 1024;

export const toEvent = (text: string): string => `event: message\ndata: ${text}\n\n`;
export const keepAlive = ": keepalive\n\n";

export const toText = (message: Outgoing): string => JSON.stringify({ jsonrpc: "2.0", ...message });

export interface ResponderOptions {
  /** The number of requests, if they came as a batch. */
  readonly batch?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the client accepts a stream, which keeps a slow request alive. */
  readonly takesStream?: boolean;
  /** Use a stream even if nothing comes before the result. */
  readonly alwaysStreams?: boolean;
}

/** Answers a POST with JSON, or with a stream of events if something is sent before the result. */
export class Responder {
  readonly #reply: Reply;
  readonly #options: ResponderOptions;
  #left: number;
  /** Answers that wait for the rest of their batch. */
  #texts: string[] = [];
  #isStream = false;
  #wasSeen = false;

  constructor(reply: Reply, options: ResponderOptions = {}) {
    this.#reply = reply;
    this.#options = options;
    this.#left = options.batch ?? 1;
    if (options.alwaysStreams) this.#open();
  }

  get gone(): Cancellation {
    return this.#reply.gone;
  }

  /** Sends something before the answer. */
  send(message: Outgoing): void {
    if (this.#left === 0) return;
    this.#open();
    this.#reply.write(toEvent(toText(message)));
  }

  answer(id: RequestId, outcome: { result: object } | { error: object }, status = 200): void {
    this.#texts.push(answerText(id, outcome));
    this.#settle(status);
  }

  /** Ends a cancelled request without an answer. */
  drop(): void {
    this.#open();
    this.#settle(200);
  }

  /** Keeps proxies from closing the connection. Called periodically; the first call only marks a slow request. */
  beat(): void {
    if (!this.#wasSeen || !(this.#isStream || this.#options.takesStream)) {
      this.#wasSeen = true;
      return;
    }
    this.#open();
    this.#reply.write(keepAlive);
  }

  #settle(status: number): void {
    this.#left -= 1;
    if (this.#isStream) this.#flush();
    if (this.#left > 0) return;
    if (this.#isStream) this.#reply.end();
    else {
      const text = this.#options.batch === undefined ? this.#texts[0] : `[${this.#texts.join(",")}]`;
      this.#reply.send(status, text, this.#options.headers);
    }
  }

  #open(): void {
    if (this.#isStream) return;
    this.#isStream = true;
    this.#reply.open(this.#options.headers);
    this.#flush();
  }

  #flush(): void {
    for (const text of this.#texts) this.#reply.write(toEvent(text));
    this.#texts = [];
  }
}

function answerText(id: RequestId, outcome: { result: object } | { error: object }): string {
  try {
    return "result" in outcome
      ? JSON.stringify({ result: outcome.result, jsonrpc: "2.0", id })
      : JSON.stringify({ jsonrpc: "2.0", id, error: outcome.error });
  } catch {
    const error = { code: errorCodes.internalError, message: "The result cannot be written as JSON" };
    return JSON.stringify({ jsonrpc: "2.0", id, error });
  }
}
