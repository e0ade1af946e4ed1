import type { IncomingMessage } from "node:http";
import { type Answer, busyAnswer } from "./answer.ts";
import type { BodyAccount } from "./body-budget.ts";
import type { Exchange } from "./exchange.ts";

const tooLargeAnswer = (maxBytes: number): Answer => ({
  status: 413,
  body: { error: `The request body is larger than ${maxBytes / 1024} KB.` },
});

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Reads a body within its limits. Gives the answer to refuse it with, or nothing when the client has gone. */
export function readBody(
  exchange: Exchange,
  maxBytes: number,
  account: BodyAccount,
): Promise<Buffer | Answer | undefined> {
  const { request } = exchange;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes)
    return Promise.resolve(tooLargeAnswer(maxBytes));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request
      .on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) resolve(tooLargeAnswer(maxBytes));
        else if (!account.take(chunk.length)) resolve(busyAnswer);
        else chunks.push(chunk);
      })
      .on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    exchange.atEnd(() => resolve(undefined));
  });
}
