import { EventEmitter } from "node:events";
import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { dataBounds, measureJson } from "../../json/parse-json.ts";
import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import type { SourceCall } from "../source.ts";
import { callMarks } from "./call-marks.ts";
import type { UpstreamTransport } from "./connect-upstream.ts";
import type { CurrentCall } from "./current-call.ts";
import type { Fetch } from "./open-remote.ts";
import {
  firstPlainId,
  type PlainQuestion,
  progressMethod,
  toRequest,
  usualResultIn,
} from "./plain-question.ts";
import { createRequestStreams, type SendOptions } from "./request-streams.ts";

export interface HttpTransportOptions {
  readonly url: URL;
  /** Puts the headers of the call on each request that is served at the moment. */
  readonly fetch: Fetch;
  readonly post: GuardedFetch["post"];
  readonly current: CurrentCall;
  /** The headers that a request of this call has beside those of the protocol. */
  headersFor(call: SourceCall): Promise<Record<string, string>>;
}

/** What a server has answered that is the SDK's to understand. */
interface Unusual {
  readonly id: number;
  readonly body: string;
  readonly answer: string | Response;
  end(): void;
}

type Fields = Record<string, unknown>;

/** Names that stand in a header as they are. */
const plainName = /^[\w./-]{1,200}$/;
/** How long a server may take to accept what needs no answer. */
const noticeMs = 30_000;
const jsonType = /^application\/json\b/i;
const redirects = [301, 302, 303, 307, 308];

/**
 * Streamable HTTP by the SDK, but for what there is most of: a call to a server of the newer revision which is answered
 * with a result in JSON. Any other answer is handed to the SDK with the next request that is marked with the call, as if
 * that had been answered so.
 */
export function createHttpTransport({
  url,
  fetch,
  post,
  current,
  headersFor,
}: HttpTransportOptions): UpstreamTransport {
  const unusual = new WeakMap<SourceCall, Unusual>();
  const received = new Map<string, Response>();
  const underWay = new Set<EventEmitter>();
  let nextId = firstPlainId;

  const transport = new StreamableHTTPClientTransport(url, {
    fetch: async (target, init) => received.get(init?.body as string) ?? measured(await fetch(target, init)),
  });
  const sendBySdk = transport.send;
  const closeBySdk = transport.close.bind(transport);

  async function ask(question: PlainQuestion, call: SourceCall): Promise<unknown> {
    const { version, method, params } = question;
    const { name } = params;
    if (version === undefined) return undefined;
    if (name !== undefined && !(typeof name === "string" && plainName.test(name))) return undefined;
    const id = nextId++;
    const body = JSON.stringify(toRequest(question, id));
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": version,
      "mcp-method": method,
      ...(name !== undefined && { "mcp-name": name }),
      ...(await headersFor(call)),
    };
    const { answer, end } = await exchange(headers, body, call.signal);
    if (typeof answer === "string") {
      measureJson(answer, dataBounds);
      const result = usualResultIn(JSON.parse(answer), id, question);
      if (result) return result;
    } else if (redirects.includes(answer.status)) return undefined;
    unusual.set(call, { id, body, answer, end });
    return undefined;
  }

  async function exchange(
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<Pick<Unusual, "answer" | "end">> {
    if (signal.aborted) throw signal.reason;
    const ending = new EventEmitter();
    const end = () => {
      ending.emit("abort");
    };
    signal.addEventListener("abort", end);
    underWay.add(ending);
    const release = () => {
      signal.removeEventListener("abort", end);
      underWay.delete(ending);
    };
    try {
      return { answer: await post(url, { headers, body, signal: ending }, release), end };
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  async function takeOver(
    message: JSONRPCRequest,
    options: SendOptions,
    { id, body, answer, end }: Unusual,
  ): Promise<void> {
    options.requestSignal?.addEventListener("abort", end);
    if (typeof answer === "string") {
      return transport.onmessage?.(renamed(parseJSONRPCMessage(JSON.parse(answer)), id, message.id));
    }
    received.set(body, answer);
    const onmessage = (own: JSONRPCMessage) => transport.onmessage?.(renamed(own, id, message.id));
    // The SDK sends as ever, but for whom it tells of what comes.
    const view = Object.create(transport, { onmessage: { value: onmessage } });
    try {
      await sendBySdk.call(view, JSON.parse(body), options);
    } finally {
      received.delete(body);
    }
  }

  async function sendRequest(message: JSONRPCRequest, options: SendOptions): Promise<void> {
    const call = callMarks.find(options.headers);
    if (!call) return sendBySdk.call(transport, message, options);
    const answered = unusual.get(call);
    unusual.delete(call);
    return answered
      ? takeOver(message, options, answered)
      : current.run(call, () => sendBySdk.call(transport, message, options));
  }

  const streams = createRequestStreams((id) => {
    const error = { code: ProtocolErrorCode.InternalError, message: "The server ended its answer early" };
    transport.onmessage?.({ jsonrpc: "2.0", id: id as number, error });
  });
  // The SDK's client calls it before its own.
  transport.onmessage = streams.note;
  transport.send = async (message, options = {}) => {
    if (isRequest(message)) {
      return streams.follow(message.id, options, (followed) => sendRequest(message, followed));
    }
    const sent = sendBySdk.call(transport, message, {
      ...options,
      requestSignal: AbortSignal.timeout(noticeMs),
    });
    if (isCancellation(message)) streams.end(message.params?.requestId);
    return sent;
  };
  transport.close = async () => {
    for (const ending of underWay) ending.emit("abort");
    underWay.clear();
    await closeBySdk();
  };
  let reason: string | undefined;
  const fail = (why: string) => {
    reason ??= why;
    transport.close().catch(() => {});
  };
  return Object.defineProperty(Object.assign(transport, { ask, fail }), "reason", { get: () => reason });
}

/** Rejects an answer in JSON that nests too deep for what reads it. */
async function measured(response: Response): Promise<Response> {
  if (!response.ok || !jsonType.test(response.headers.get("content-type") ?? "")) return response;
  const text = await response.text();
  measureJson(text, dataBounds);
  const { status, statusText, headers } = response;
  return new Response(text, { status, statusText, headers });
}

type Sent = Parameters<StreamableHTTPClientTransport["send"]>[0];

const isRequest = (message: Sent): message is JSONRPCRequest => "method" in message && "id" in message;

const isCancellation = (message: Sent): message is JSONRPCNotification =>
  "method" in message && message.method === "notifications/cancelled";

/** The answer to a request, or its progress, as those of another. */
function renamed(message: JSONRPCMessage, from: unknown, to: unknown): JSONRPCMessage {
  const { id, method, params } = message as { id?: unknown; method?: string; params?: Fields };
  if (method === progressMethod && params?.progressToken === from) {
    return { ...message, params: { ...params, progressToken: to } } as JSONRPCMessage;
  }
  return method === undefined && id === from ? ({ ...message, id: to } as JSONRPCMessage) : message;
}
