import { EventEmitter } from "node:events";
import {
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  parseJSONRPCMessage,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import type { SourceCall } from "../source.ts";
import type { PlainQuestion, UpstreamTransport } from "./connect-upstream.ts";
import type { CurrentCall } from "./current-call.ts";
import { isUsualResult } from "./is-usual-result.ts";
import type { Fetch } from "./open-remote.ts";
import { ourselves } from "./ourselves.ts";

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

const callMethod = "tools/call";
const progressMethod = "notifications/progress";
/** Names that stand in a header as they are. */
const plainName = /^[\w./-]{1,200}$/;
const redirects = [301, 302, 303, 307, 308];
/** So that they are never those of the SDK, which counts from zero. */
const firstId = 2 ** 40;

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
  /** The ids of the SDK's requests, by those that the server knows. */
  const sdkIds = new Map<unknown, unknown>();
  const underWay = new Set<EventEmitter>();
  let nextId = firstId;

  const transport = new StreamableHTTPClientTransport(url, {
    fetch: async (target, init) => received.get(init?.body as string) ?? fetch(target, init),
  });
  const sendBySdk = transport.send.bind(transport);
  const closeBySdk = transport.close.bind(transport);

  async function ask({ version, params }: PlainQuestion, call: SourceCall): Promise<unknown> {
    const { name } = params;
    if (!plainName.test(name)) return undefined;
    const id = nextId++;
    const { _meta, ...rest } = params;
    const meta = {
      [PROTOCOL_VERSION_META_KEY]: version,
      [CLIENT_INFO_META_KEY]: ourselves,
      ..._meta,
      progressToken: id,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id, method: callMethod, params: { ...rest, _meta: meta } });
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": version,
      "mcp-method": callMethod,
      "mcp-name": name,
      ...(await headersFor(call)),
    };
    const { answer, end } = await exchange(headers, body, call.signal);
    if (typeof answer === "string") {
      const { resultType, ...result } = resultOf(JSON.parse(answer), id) ?? {};
      if (resultType === "complete" && isUsualResult(result)) return result;
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
    const end = () => void ending.emit("abort");
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
    message: JSONRPCMessage & { id: unknown },
    options: SendOptions,
    { id, body, answer, end }: Unusual,
  ): Promise<void> {
    options.requestSignal?.addEventListener("abort", end);
    sdkIds.set(id, message.id);
    if (typeof answer === "string") return transport.onmessage?.(parseJSONRPCMessage(JSON.parse(answer)));
    received.set(body, answer);
    try {
      await sendBySdk(JSON.parse(body), options);
    } finally {
      received.delete(body);
    }
  }

  /** Whose answer or progress it is, in the SDK's words. */
  function renamed<Message extends JSONRPCMessage>(message: Message): Message {
    const { id, method, params } = message as { id?: unknown; method?: string; params?: Fields };
    if (method === progressMethod && sdkIds.has(params?.progressToken)) {
      const progressToken = sdkIds.get(params?.progressToken);
      return { ...message, params: { ...params, progressToken } };
    }
    if (method !== undefined || !sdkIds.has(id)) return message;
    const renamed = { ...message, id: sdkIds.get(id) };
    sdkIds.delete(id);
    return renamed;
  }

  transport.send = async (message, options) => {
    const call = current.markedBy(options?.headers);
    if (!call || !options) return sendBySdk(message, options);
    const answered = unusual.get(call);
    unusual.delete(call);
    return answered
      ? takeOver(message as JSONRPCMessage & { id: unknown }, options, answered)
      : current.run(call, () => sendBySdk(message, options));
  };
  transport.close = async () => {
    for (const ending of underWay) ending.emit("abort");
    underWay.clear();
    await closeBySdk();
  };
  let onmessage: typeof transport.onmessage;
  Object.defineProperty(transport, "onmessage", {
    get: () => onmessage && ((message: JSONRPCMessage) => onmessage?.(renamed(message))),
    set(listener: typeof transport.onmessage) {
      onmessage = listener;
    },
  });
  return Object.assign(transport, { ask });
}

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport["send"]>[1]>;

function resultOf(message: unknown, id: number): Fields | undefined {
  const { jsonrpc, id: own, result } = (message ?? {}) as Fields;
  return jsonrpc === "2.0" && own === id && typeof result === "object" ? (result as Fields) : undefined;
}
