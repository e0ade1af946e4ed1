import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Agent, Dispatcher } from "undici";
import { version } from "../version.ts";
import { type BodyLimits, limitBody, tooLongAnswer } from "./limit-body.ts";

/** What can be sent without the machinery that `fetch` has for streams. */
export type PlainRequest = RequestInit & { body?: string | null };

export interface SendOptions {
  readonly agent: Agent;
  readonly limits: BodyLimits;
}

const nullBodyStatuses = [204, 205, 304];
const unpackers = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
const usualHeaders = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": `toolshed/${version}`,
};

/**
 * As `fetch` without redirects, for a fraction of its time. An answer that is not a stream of events is read whole, up to
 * the limit. `onEnd` is called when nothing more comes of an answer.
 */
export function createSendRequest({ agent, limits }: SendOptions) {
  const { maxBytes } = limits;

  async function readWhole(body: Readable, host: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLongAnswer(host, maxBytes);
      chunks.push(chunk);
    }
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  }

  return async (
    url: URL,
    { method = "GET", headers, body, signal }: PlainRequest,
    onEnd: () => void,
  ): Promise<Response> => {
    const sent = new Headers(headers);
    const isText = typeof body === "string";
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...usualHeaders,
        ...(isText && { "content-type": "text/plain;charset=UTF-8" }),
        ...Object.fromEntries(sent),
      },
      body: body ?? null,
      signal: signal ?? null,
    });
    const { statusCode: status, statusText = "", headers: received, body: stream } = answer;
    const init = { status, statusText, headers: toHeaders(received) };
    if (method === "HEAD" || nullBodyStatuses.includes(status)) {
      stream.resume();
      onEnd();
      return new Response(null, init);
    }
    const unpacked = unpack(stream, init.headers);
    const isEvents = init.headers.get("content-type")?.startsWith("text/event-stream");
    if (isEvents) {
      const events = new Response(Readable.toWeb(unpacked) as ReadableStream, init);
      return limitBody(events, limits, url.host, onEnd);
    }
    const whole = await readWhole(unpacked, url.host);
    onEnd();
    return new Response(whole, init);
  };
}

function unpack(packed: Readable, headers: Headers): Readable {
  const encoding = headers.get("content-encoding")?.toLowerCase();
  if (encoding === undefined || !Object.hasOwn(unpackers, encoding)) return packed;
  headers.delete("content-encoding");
  headers.delete("content-length");
  // Whatever goes wrong is told by the stream that is read.
  return pipeline(packed, unpackers[encoding as keyof typeof unpackers](), () => {});
}

function toHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value = ""] of Object.entries(received)) {
    for (const item of [value].flat()) headers.append(name, item);
  }
  return headers;
}
