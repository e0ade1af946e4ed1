import type { Readable } from "node:stream";
import { RefusedRequest } from "./address-guard.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** For streams of events, which have no end: how long one event may be. Without it they end as all other answers. */
  readonly maxEventBytes?: number | undefined;
}

export const tooLongAnswer = (host: string, maxBytes: number): RefusedRequest =>
  new RefusedRequest(`The answer of ${host} is over ${size(maxBytes)}.`);

function size(bytes: number): string {
  const kb = bytes / 1024;
  if (kb < 1) return `${bytes} bytes`;
  return kb < 1024 ? `${Math.round(kb)} KB` : `${Math.round(kb / 1024)} MB`;
}

/**
 * The chunks of an event stream, which fails once one event, or all of it, is longer than allowed. `onEnd` is called when
 * nothing more comes of it. In place of `Readable.toWeb`, which throws where nobody can catch it if a stream ends after
 * it was cancelled.
 */
export function limitStream(
  stream: Readable,
  limits: BodyLimits,
  host: string,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  const count = createCounter(limits, host);
  const end = () => {
    onEnd();
    stream.destroy();
  };
  // A destroyed stream may emit its error after the last reader has left.
  stream.on("error", () => {});
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value } = await chunks.next();
          if (value) {
            count(value);
            controller.enqueue(value);
          } else {
            controller.close();
            onEnd();
          }
        } catch (error) {
          end();
          throw error;
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

function createCounter({ maxBytes, maxEventBytes }: BodyLimits, host: string): (chunk: Uint8Array) => void {
  const limit = maxEventBytes ?? maxBytes;
  let bytes = 0;
  return (chunk) => {
    bytes = maxEventBytes !== undefined && endsEvent(chunk) ? 0 : bytes + chunk.byteLength;
    if (bytes > limit) throw tooLongAnswer(host, limit);
  };
}

/** A chunk is far smaller than the limit, so it is enough to know that an event ended somewhere in it. */
function endsEvent(chunk: Uint8Array): boolean {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return text.includes("\n\n") || text.includes("\r\n\r\n") || text.includes("\r\r");
}
