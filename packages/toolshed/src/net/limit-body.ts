import { RefusedRequest } from "./address-guard.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** For streams of events, which have no end: how long one event may be. Without it they end as all other answers. */
  readonly maxEventBytes?: number | undefined;
}

const nullBodyStatuses = [101, 204, 205, 304];

export const tooLongAnswer = (host: string, maxBytes: number): RefusedRequest =>
  new RefusedRequest(`The answer of ${host} is over ${size(maxBytes)}.`);

function size(bytes: number): string {
  const kb = bytes / 1024;
  if (kb < 1) return `${bytes} bytes`;
  return kb < 1024 ? `${Math.round(kb)} KB` : `${Math.round(kb / 1024)} MB`;
}

/** The same answer, whose body fails once it is longer than allowed. `onEnd` is called when nothing more comes of it. */
export function limitBody(response: Response, limits: BodyLimits, host: string, onEnd: () => void): Response {
  const { status, statusText, headers, url, body } = response;
  if (!body || nullBodyStatuses.includes(status)) {
    onEnd();
    return response;
  }
  const limited = limitStream(body.getReader(), headers, limits, host, onEnd);
  const passed = new Response(limited, { status, statusText, headers });
  return Object.defineProperty(passed, "url", { value: url });
}

export interface ChunkReader {
  read(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<unknown>;
}

/** A stream of the chunks of an answer, which fails once there are more than allowed. */
export function limitStream(
  reader: ChunkReader,
  headers: Headers,
  limits: BodyLimits,
  host: string,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  if (Number(headers.get("content-length")) > limits.maxBytes) {
    reader.cancel().catch(() => {});
    throw tooLongAnswer(host, limits.maxBytes);
  }
  const count = createCounter(limits, headers.get("content-type") ?? "", host);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value } = await reader.read();
          if (value) {
            count(value);
            controller.enqueue(value);
          } else {
            controller.close();
            onEnd();
          }
        } catch (error) {
          onEnd();
          reader.cancel(error).catch(() => {});
          throw error;
        }
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function createCounter(
  { maxBytes, maxEventBytes }: BodyLimits,
  contentType: string,
  host: string,
): (chunk: Uint8Array) => void {
  const isEvents = maxEventBytes !== undefined && /^text\/event-stream\b/i.test(contentType);
  const limit = isEvents ? maxEventBytes : maxBytes;
  let bytes = 0;
  return (chunk) => {
    bytes = isEvents && endsEvent(chunk) ? 0 : bytes + chunk.byteLength;
    if (bytes > limit) throw tooLongAnswer(host, limit);
  };
}

/** A chunk is far smaller than the limit, so it is enough to know that an event ended somewhere in it. */
function endsEvent(chunk: Uint8Array): boolean {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return text.includes("\n\n") || text.includes("\r\n\r\n") || text.includes("\r\r");
}
