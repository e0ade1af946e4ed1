import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Agent, Dispatcher } from "undici";
import { version } from "../version.ts";
import type { CallSignal } from "../work/cancellation.ts";
import { type BodyLimits, limitStream, tooLongAnswer } from "./limit-body.ts";

/** What can be sent without the machinery that `fetch` has for streams. The names of its headers are in lower case. */
export interface PlainRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly signal: CallSignal;
}

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

const nullBodyStatuses = [204, 205, 304];
const unpackers = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
const usualHeaders = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": `toolshed/${version}`,
};

/** As `fetch` without redirects, for a fraction of its time. `onEnd` is called when nothing more comes of an answer. */
export function createSendRequest(agent: Agent, limits: BodyLimits) {
  return async (url: URL, { method, headers, body, signal }: PlainRequest, onEnd: () => void) => {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...usualHeaders,
        ...(body !== null && { "content-type": "text/plain;charset=UTF-8" }),
        ...headers,
      },
      body,
      // undici only listens to it.
      signal: signal as AbortSignal,
    });
    const { statusCode: status, statusText = "", headers: received, body: packed } = answer;
    const isUnread = method === "HEAD" || nullBodyStatuses.includes(status);
    const unpacker = isUnread ? undefined : unpackerFor(received["content-encoding"]);
    // The stream that is read reports errors.
    const stream = unpacker ? pipeline(packed, unpacker(), () => {}) : packed;

    async function readAll(): Promise<Buffer> {
      const whole = await readWhole(stream, limits.maxBytes, url.host);
      onEnd();
      return whole;
    }

    // Nothing is read yet: it has to be taken in one of both ways.
    return {
      status,
      headers: received,
      text: async () => (await readAll()).toString(),
      /** An answer that is not a stream of events is read whole, up to the limit. */
      async toResponse(): Promise<Response> {
        const init = { status, statusText, headers: toHeaders(received) };
        if (isUnread) {
          stream.on("error", () => {}).resume();
          onEnd();
          return new Response(null, init);
        }
        if (unpacker) for (const name of ["content-encoding", "content-length"]) init.headers.delete(name);
        if (!init.headers.get("content-type")?.startsWith("text/event-stream")) {
          return new Response(await readAll(), init);
        }
        return new Response(limitStream(stream, limits, url.host, onEnd), init);
      },
    };
  };
}

function readWhole(body: Readable, maxBytes: number, host: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    body
      .on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) body.destroy(tooLongAnswer(host, maxBytes));
        else chunks.push(chunk);
      })
      .on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
      .on("error", reject);
  });
}

function unpackerFor(encoding: string | string[] | undefined) {
  const name = String(encoding).toLowerCase();
  return Object.hasOwn(unpackers, name) ? unpackers[name as keyof typeof unpackers] : undefined;
}

function toHeaders(received: AnswerHeaders): Headers {
  const headers = new Headers();
  for (const [name, value = ""] of Object.entries(received)) {
    for (const item of [value].flat()) headers.append(name, item);
  }
  return headers;
}
