import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { cutOff } from "./listener/cut-off.ts";

/** On every answer below `/api`. */
export const privacyHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
} as const;

/** An answer that needs no handler. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
}

/** The same for an unknown path, page and token, so that a stranger cannot tell them apart. */
export const notFoundAnswer: Answer = { status: 404, body: { error: "Not found" } };

export function tooManyRequestsAnswer(waitMs: number): Answer {
  return {
    status: 429,
    headers: { "Retry-After": String(Math.ceil(waitMs / 1000)) },
    body: { error: "Too many requests: wait as long as Retry-After says" },
  };
}

export const busyAnswer: Answer = {
  status: 503,
  headers: { "Retry-After": "1" },
  body: { error: "The gateway is busy. Try again in a moment." },
};

export const tooManyOpenAnswer: Answer = {
  status: 429,
  headers: { "Retry-After": "1" },
  body: { error: "You have too many open requests. Close some, or wait for their answers." },
};

/** Gives the answer where the router has a request. */
export const respond = (context: Context, { status, headers, body }: Answer): Response =>
  context.json(body, status as ContentfulStatusCode, headers);

export const notFound = (context: Context): Response => respond(context, notFoundAnswer);

/** What was looked up. Without it, the client is told that it was not found. */
export function found<Value>(value: Value): Exclude<Value, undefined | false> {
  if (value === undefined || value === false) throw new HTTPException(404, { message: "Not found" });
  return value as Exclude<Value, undefined | false>;
}

/** Answers 403 if there is a reason to. */
export function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new HTTPException(403, { message: reason });
}

/** How much of an unread body is read and dropped, and for how long, so that its sender gets to read the answer. */
const maxDiscardedBytes = 1024 * 1024;
const maxDiscardedPieces = 1_000;
const maxDiscardMs = 2_000;

/**
 * Answers a request whose body may not have been read. Closing a connection with unread bytes resets it, and the client
 * would see the reset in place of the answer: so a small rest is dropped, and after a larger one the connection ends.
 */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  const text = request.method === "HEAD" ? "" : JSON.stringify(body);
  const isKept =
    request.complete || Number(request.headers["content-length"] ?? Infinity) <= maxDiscardedBytes;
  response.writeHead(status, {
    ...privacyHeaders,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    ...(!isKept && { Connection: "close" }),
    ...headers,
  });
  request.removeAllListeners("data");
  if (isKept) {
    // Node drops what is left of the body, and the connection can be used again.
    response.end(text);
    drop(request);
    return;
  }
  response.write(text);
  const finish = () => {
    clearTimeout(timer);
    request.pause();
    response.end();
  };
  const timer = setTimeout(finish, maxDiscardMs);
  drop(request, finish);
  request.once("end", finish).once("close", () => clearTimeout(timer));
}

/** Reads what is left of a body and forgets it. One that comes in crumbs, or is too long, is not worth the courtesy. */
function drop(request: IncomingMessage, onTooMuch: () => void = () => {}): void {
  let bytes = 0;
  let pieces = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    pieces += 1;
    if (pieces > maxDiscardedPieces) cutOff(request);
    else if (bytes > maxDiscardedBytes) onTooMuch();
  });
}
