import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  SdkError,
  SdkErrorCode,
} from "@modelcontextprotocol/client";
import type { Progress, SourceCall } from "../source.ts";
import { callMarks } from "./call-marks.ts";
import type { UpstreamTransport } from "./connect-upstream.ts";
import {
  firstPlainId,
  type PlainQuestion,
  progressMethod,
  toCancellation,
  toRequest,
  usualResultIn,
} from "./plain-question.ts";

interface Waiting {
  readonly call: SourceCall;
  take(message: JSONRPCMessage): void;
  reject(error: unknown): void;
}

/** Lets a transport whose messages share one stream make calls without the SDK's client. */
export function askOnStream(stream: UpstreamTransport): UpstreamTransport {
  const waiting = new Map<unknown, Waiting>();
  const unusual = new WeakMap<SourceCall, JSONRPCMessage>();
  let nextId = firstPlainId;
  const send = stream.send.bind(stream);

  async function ask(question: PlainQuestion, call: SourceCall): Promise<unknown> {
    const { signal } = call;
    if (signal.aborted) throw signal.reason;
    const id = nextId++;
    let cancel = () => {};
    try {
      const message = await new Promise<JSONRPCMessage>((take, reject) => {
        cancel = () => {
          reject(signal.reason);
          send(toCancellation(question, id, signal.reason)).catch(() => {});
        };
        signal.addEventListener("abort", cancel);
        waiting.set(id, { call, take, reject });
        send(toRequest(question, id)).catch(reject);
      });
      const result = usualResultIn(message, id, question);
      if (!result) unusual.set(call, message);
      return result;
    } finally {
      waiting.delete(id);
      signal.removeEventListener("abort", cancel);
    }
  }

  function receive(message: JSONRPCMessage): void {
    const { id, method, params } = message as { id?: unknown; method?: string; params?: Progress & Token };
    const asked = method === undefined ? waiting.get(id) : undefined;
    const telling = method === progressMethod ? waiting.get(params?.progressToken) : undefined;
    if (asked) asked.take(message);
    else if (telling && params) {
      const { progressToken: _, ...progress } = params;
      telling.call.progress(progress);
    } else transport.onmessage?.(message);
  }

  const transport: UpstreamTransport = Object.assign(Object.create(stream), {
    // Those of the stream are for this function alone.
    onmessage: undefined,
    onerror: undefined,
    onclose: undefined,
    ask,
    async send(...[message, options]: Parameters<UpstreamTransport["send"]>) {
      const call = callMarks.find(options?.headers);
      const answer = call && unusual.get(call);
      if (!answer) return send(message, options);
      unusual.delete(call);
      transport.onmessage?.(parseJSONRPCMessage({ ...answer, id: (message as { id: number }).id }));
    },
  });
  stream.onmessage = receive;
  stream.onerror = (error) => transport.onerror?.(error);
  stream.onclose = () => {
    const closed = new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed");
    for (const { reject } of waiting.values()) reject(closed);
    transport.onclose?.();
  };
  return transport;
}

interface Token {
  readonly progressToken?: unknown;
}
