import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { CallAnswer } from "../mcp/plain-calls.ts";
import type { PlainLane } from "./plain-lane.ts";
import { privacyHeaders } from "./privacy-headers.ts";

export interface PlainListener {
  readonly listener: RequestListener;
  /** The call that a request of the next listener asks for, where that has been made already. */
  endedOf(request: IncomingMessage): Promise<CallAnswer> | undefined;
}

const jsonType = /^application\/json\s*(?:;|$)/i;
/** As much as the router reads of a request. */
const maxBytes = 4 * 1024 * 1024;

/** Answers plain calls before anything is made of their requests that only others need. */
export function answerPlainCalls(
  next: RequestListener,
  lane: () => Promise<PlainLane | undefined>,
): PlainListener {
  const handed = new WeakMap<IncomingMessage, Promise<CallAnswer>>();

  async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const ending = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) ending.abort();
    });
    const { url = "", headers } = request;
    // A gateway that does not open is the router's to tell.
    const open = await lane().catch(() => undefined);
    const answer = await open?.({ url, headers, body, ending });
    if (answer && "text" in answer) {
      const { text } = answer;
      const length = Buffer.byteLength(text);
      response.writeHead(200, { ...plainHeaders, "Content-Length": length });
      response.end(text);
      return;
    }
    if (answer) handed.set(request, answer.ended);
    // This is where the router looks for a body that has been read.
    next(Object.assign(request, { rawBody: body }), response as never);
  }

  return {
    listener(request, response) {
      if (!isCandidate(request)) return next(request, response);
      const chunks: Buffer[] = [];
      request
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => {
          const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
          void answer(request, response, body);
        });
    },
    endedOf: (request) => handed.get(request),
  };
}

const plainHeaders = { ...privacyHeaders, "Content-Type": "application/json" };

const isCandidate = ({ method, url, headers }: IncomingMessage): boolean =>
  method === "POST" &&
  url?.startsWith("/api/mcp") === true &&
  Number(headers["content-length"]) <= maxBytes &&
  jsonType.test(headers["content-type"] ?? "");
