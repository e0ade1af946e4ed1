import type { IncomingMessage } from "node:http";
import { type Answer, busyAnswer } from "../answer.ts";
import type { ByteAccount } from "./byte-budget.ts";
import { cutOff } from "./cut-off.ts";
import type { Exchange } from "./exchange.ts";

/** So many pieces a body may come in, beside one for each so many bytes. */
const maxPieces = 512;
const minPieceBytes = 128;
/** What a piece takes beside its bytes. */
const pieceOverhead = 200;

const tooLargeAnswer = (maxBytes: number): Answer => ({
  status: 413,
  body: { error: `The request body is larger than ${maxBytes / 1024} KB.` },
});

const tooSlowAnswer: Answer = { status: 408, body: { error: "The request took too long to arrive." } };

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Reads a body within its limits. Gives the answer to refuse it with, or nothing when the client has gone. */
export function readBody(
  exchange: Exchange,
  maxBytes: number,
  account: ByteAccount,
  maxMs?: number,
): Promise<Buffer | Answer | undefined> {
  const { request } = exchange;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes)
    return Promise.resolve(tooLargeAnswer(maxBytes));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let pieces = 0;
    request
      .on("data", (chunk: Buffer) => {
        length += chunk.length;
        pieces += 1;
        // Each piece costs far more than a byte: a body in crumbs is an attack.
        if (pieces > maxPieces + length / minPieceBytes) {
          cutOff(request);
          return;
        }
        if (length > maxBytes) resolve(tooLargeAnswer(maxBytes));
        else if (!account.take(chunk.length + pieceOverhead)) resolve(busyAnswer);
        else chunks.push(chunk);
      })
      .on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    exchange.atEnd(() => resolve(undefined));
    if (maxMs === undefined) return;
    const timer = setTimeout(() => resolve(tooSlowAnswer), maxMs);
    request.on("end", () => clearTimeout(timer));
    exchange.atEnd(() => clearTimeout(timer));
  });
}
