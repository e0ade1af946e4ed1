import { EventEmitter } from "node:events";
import {
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  parseJSONRPCMessage,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import type { SourceCall } from "../source.ts";
import type { UpstreamTransport } from "./connect-upstream.ts";
import type { CurrentCall } from "./current-call.ts";
import type { Fetch } from "./open-remote.ts";

export interface HttpTransportOptions {
  readonly url: URL;
  /** Puts the headers of the call on each request that is served at the moment. */
  readonly fetch: Fetch;
  readonly post: GuardedFetch["post"];
  readonly current: CurrentCall;
  /** The headers that a request of this call has beside those of the protocol. */
  headersFor(call: SourceCall): Promise<Record<string, string>>;
}

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport["send"]>[1]>;

const callMethod = "tools/call";
/** Names that stand in a header as they are. */
const plainName = /^[\w./-]{1,200}$/;
const unprocessed = [301, 302, 303, 307, 308];

/**
 * Streamable HTTP by the SDK, but for what there is most of: a marked call to a server of the newer revision which is
 * answered with JSON. Any other answer to it is handed to the SDK as if that had sent it.
 */
export function createHttpTransport({
  url,
  fetch,
  post,
  current,
  headersFor,
}: HttpTransportOptions): UpstreamTransport {
  const received = new Map<string, Response>();
  const underWay = new Set<EventEmitter>();

  const transport = new StreamableHTTPClientTransport(url, {
    fetch: async (target, init) => received.get(init?.body as string) ?? fetch(target, init),
  });
  const sendBySdk = transport.send.bind(transport);
  const closeBySdk = transport.close.bind(transport);

  async function sendPlainly(
    message: JSONRPCMessage,
    options: SendOptions,
    protocol: Record<string, string>,
    call: SourceCall,
  ): Promise<void> {
    const body = JSON.stringify(message);
    const headers = { ...protocol, ...(await headersFor(call)) };
    const { requestSignal: signal } = options;
    if (signal?.aborted) throw signal.reason;
    const answer = await exchange(headers, body, signal);
    if (typeof answer === "string") return transport.onmessage?.(toMessage(answer));
    if (unprocessed.includes(answer.status)) return current.run(call, () => sendBySdk(message, options));
    received.set(body, answer);
    try {
      await sendBySdk(message, options);
    } finally {
      received.delete(body);
    }
  }

  function exchange(
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal | undefined,
  ): Promise<string | Response> {
    const ending = new EventEmitter();
    const end = () => void ending.emit("abort");
    signal?.addEventListener("abort", end);
    underWay.add(ending);
    return post(url, { headers, body, signal: ending }, () => {
      signal?.removeEventListener("abort", end);
      underWay.delete(ending);
    });
  }

  transport.send = async (message, options) => {
    const call = current.markedBy(options?.headers);
    const protocol = call && protocolHeaders(message as JSONRPCMessage);
    return protocol
      ? sendPlainly(message as JSONRPCMessage, options as SendOptions, protocol, call)
      : sendBySdk(message, options);
  };
  transport.close = async () => {
    for (const ending of underWay) ending.emit("abort");
    underWay.clear();
    await closeBySdk();
  };
  return transport;
}

/** Nothing, if the message is not one of those that are sent plainly. */
function protocolHeaders(message: JSONRPCMessage): Record<string, string> | undefined {
  if (!("method" in message) || message.method !== callMethod) return undefined;
  const { name, _meta } = message.params as { name: string; _meta?: Record<string, unknown> };
  const version = _meta?.[PROTOCOL_VERSION_META_KEY];
  if (typeof version !== "string" || !plainName.test(name)) return undefined;
  return {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": version,
    "mcp-method": callMethod,
    "mcp-name": name,
  };
}

function toMessage(text: string): JSONRPCMessage {
  const message = JSON.parse(text);
  const { jsonrpc, id, result } = message ?? {};
  const isUsual =
    jsonrpc === "2.0" && typeof id === "number" && typeof result === "object" && result !== null;
  return isUsual ? message : parseJSONRPCMessage(message);
}
