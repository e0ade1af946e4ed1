import type { ServerResponse } from "node:http";
import type { Reply } from "../../mcp/protocol/respond.ts";
import { Cancellation } from "../../work/cancellation.ts";
import { privacyHeaders } from "../answer.ts";
import type { Exchange } from "./exchange.ts";
import type { UnreadAnswer } from "./unread-answers.ts";

const jsonHeaders = { ...privacyHeaders, "Content-Type": "application/json" };
const streamHeaders = {
  ...privacyHeaders,
  "Content-Type": "text/event-stream",
  Connection: "keep-alive",
  "X-Accel-Buffering": "no",
};
/** A client that does not read its stream is disconnected. */
const maxUnreadBytes = 32 * 1024 * 1024;

/** Answers with an HTTP response. */
export class ResponseReply implements Reply {
  readonly gone = new Cancellation();
  readonly #response: ServerResponse;
  readonly #unread: UnreadAnswer;
  #onOpen: (() => void) | undefined;

  constructor(exchange: Exchange, unread: UnreadAnswer) {
    this.#response = exchange.response;
    this.#unread = unread;
    exchange.atEnd(() => {
      if (!this.#response.writableFinished) this.gone.abort();
    });
  }

  /** Resolves when a stream has begun. */
  opened(): Promise<void> {
    return new Promise((resolve) => {
      this.#onOpen = resolve;
    });
  }

  admit(bytes: number): Promise<boolean> {
    return this.#unread.admit(bytes);
  }

  send(status: number, text = "", headers?: Readonly<Record<string, string>>): void {
    const response = this.#response;
    if (response.destroyed) return;
    const own = text === "" ? privacyHeaders : jsonHeaders;
    response.writeHead(status, { ...own, "Content-Length": Buffer.byteLength(text), ...headers });
    response.end(text);
    this.#unread.noteWritten();
  }

  open(headers?: Readonly<Record<string, string>>): void {
    this.#response.writeHead(200, { ...streamHeaders, ...headers });
    this.#response.flushHeaders();
    this.#onOpen?.();
  }

  write(event: string): void {
    const response = this.#response;
    if (response.destroyed) return;
    response.write(event);
    if (response.writableLength > maxUnreadBytes) response.destroy();
    else this.#unread.noteWritten();
  }

  end(): void {
    this.#response.end();
  }
}
