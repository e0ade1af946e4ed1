import type { ServerResponse } from "node:http";
import type { Reply } from "../../mcp/protocol/respond.ts";
import { Cancellation } from "../../work/cancellation.ts";
import { privacyHeaders } from "../answer.ts";
import type { Exchange } from "./exchange.ts";

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
  #onOpen: (() => void) | undefined;

  constructor(exchange: Exchange) {
    this.#response = exchange.response;
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

  send(status: number, text = "", headers?: Readonly<Record<string, string>>): void {
    const response = this.#response;
    if (response.destroyed) return;
    const own = text === "" ? privacyHeaders : jsonHeaders;
    response.writeHead(status, { ...own, "Content-Length": Buffer.byteLength(text), ...headers });
    response.end(text);
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
  }

  end(): void {
    this.#response.end();
  }
}
