import { setTimeout as sleep } from "node:timers/promises";
import type { JSONRPCMessage, JSONRPCRequest } from "@toolshed/apps/rpc";
import { isObject } from "../../../json/json-object.ts";
import { envelopeBounds, parseJson } from "../../../json/parse-json.ts";
import type { Cancellation } from "../../../work/cancellation.ts";
import type { ServerEvent } from "./event-parser.ts";
import { isOfType, RemoteTransport, toHttpError } from "./remote-transport.ts";
import { isModernVersion, toHeaderValue } from "./revisions.ts";
import { isCancellation, type MessageContext } from "./upstream-transport.ts";

/** A stream of events, which can be opened again where it broke off. */
interface Stream {
  readonly context: MessageContext;
  readonly ending: Cancellation;
  readonly maxBytes?: number;
  lastEventId?: string | undefined;
  /** Whether nothing more is expected of it. */
  isOver(): boolean;
}

const maxAnswerBytes = 16 * 1024 * 1024;
/** Most servers end a stream right after the answer: then the connection can be used again. */
const lingerMs = 1_000;
/** How long a server may take to accept what needs no answer. */
const noticeMs = 30_000;
const maxReopenings = 2;
const reopening = { firstMs: 1_000, minMs: 100, maxMs: 30_000, growth: 1.5 };
/** The params that a header repeats in the newer revision, so that requests can be routed without their bodies. */
const nameParams: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Streamable HTTP: each request is answered in an exchange of its own, which belongs to the call that made it. */
export class HttpTransport extends RemoteTransport {
  readonly #exchanges = new Map<unknown, Cancellation>();
  #version: string | undefined;
  #retryMs: number | undefined;

  async start(): Promise<void> {}

  override setProtocolVersion(version: string | undefined): void {
    this.#version = version;
  }

  get #isModern(): boolean {
    return isModernVersion(this.#version);
  }

  protected deliver(message: JSONRPCMessage, context: MessageContext): Promise<void> {
    if ("method" in message && "id" in message) {
      return this.exchange((ending) => this.#ask(message, context, ending));
    }
    if (!isCancellation(message)) return this.#tell(message, context);
    // In the newer revision the end of the exchange says it all.
    const told = this.#isModern ? Promise.resolve() : this.#tell(message, context);
    this.#exchanges.get(message.params?.requestId)?.abort();
    return told;
  }

  async #ask(message: JSONRPCRequest, context: MessageContext, ending: Cancellation): Promise<void> {
    const { id, method } = message;
    this.#exchanges.set(id, ending);
    try {
      const answer = await this.#post(message, context, ending);
      if (typeof answer === "string") {
        this.receive(answer, context);
        this.failRequest(id, "The server sent an answer that cannot be read");
      } else if (isOfType(answer, "events")) {
        const isOver = () => !this.isWaiting(id);
        const maxBytes = method === "subscriptions/listen" ? Number.POSITIVE_INFINITY : maxAnswerBytes;
        await this.#followAnswer(answer, { context, ending, maxBytes, isOver });
        this.failRequest(id, "The server ended its answer early");
      } else if (answer.status !== 202) {
        throw new Error(`Unexpected content type: ${answer.headers.get("content-type")}`);
      }
    } finally {
      this.#exchanges.delete(id);
    }
  }

  #tell(message: JSONRPCMessage, context: MessageContext): Promise<void> {
    return this.exchange(async (ending) => {
      const timer = setTimeout(() => ending.abort(), noticeMs).unref();
      const answer = await this.#post(message, context, ending).finally(() => clearTimeout(timer));
      if (typeof answer === "string") return;
      await answer.body?.cancel();
      const isReady = "method" in message && message.method === "notifications/initialized";
      if (isReady && answer.status === 202) this.#listen().catch(this.report);
    });
  }

  /** Gives the text of an answer in JSON. */
  async #post(
    message: JSONRPCMessage,
    context: MessageContext,
    ending: Cancellation,
  ): Promise<string | Response> {
    const { fetch, url } = this.options;
    const body = JSON.stringify(message);
    const isFirst = "method" in message && message.method === "initialize";
    const answer = await this.sendFor<string | Response>(context.call, (credentials) => {
      if (ending.aborted) throw new Error("The request was cancelled");
      const headers = {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...this.#ownHeaders(message),
        ...context.headers,
        ...credentials,
      };
      return isFirst
        ? fetch(url, { method: "POST", headers, body, signal: ending.signal })
        : fetch.post(url, { headers, body, ending });
    });
    if (typeof answer === "string") return answer;
    if (!answer.ok) return this.#takeRefusal(answer, message);
    if (isFirst) this.sessionId = answer.headers.get("mcp-session-id") ?? undefined;
    return isOfType(answer, "json") ? answer.text() : answer;
  }

  /** Servers of the newer revision say in words of the protocol what is wrong, with a status beside it. */
  async #takeRefusal(answer: Response, message: JSONRPCMessage): Promise<string> {
    if (this.#isModern && isOfType(answer, "json")) {
      const text = await answer.clone().text();
      if (isErrorFor(text, message)) return text;
    }
    throw await toHttpError(answer, "Error POSTing to endpoint");
  }

  #ownHeaders(message?: JSONRPCMessage): Record<string, string> {
    const headers: Record<string, string> = {};
    if (this.sessionId !== undefined) headers["mcp-session-id"] = this.sessionId;
    if (this.#version !== undefined) headers["mcp-protocol-version"] = this.#version;
    if (!this.#isModern || !message || !("method" in message) || !("id" in message)) return headers;
    headers["mcp-method"] = message.method;
    const name = message.params?.[nameParams[message.method] ?? ""];
    if (typeof name === "string") headers["mcp-name"] = toHeaderValue(name);
    return headers;
  }

  /** Follows the stream that a server of the older revisions has for its own requests and notifications, if it has one. */
  #listen(): Promise<void> {
    return this.exchange(async (ending) => {
      const stream: Stream = { context: {}, ending, isOver: () => false };
      await this.#read(await this.#open(stream), stream);
      await this.#readOn(stream);
    });
  }

  async #followAnswer(answer: Response, stream: Stream): Promise<void> {
    await this.#read(answer, stream);
    if (stream.lastEventId !== undefined && !this.#isModern) await this.#readOn(stream);
  }

  /** Opens a stream that broke off from where it was, until nothing more is expected of it. */
  async #readOn(stream: Stream): Promise<void> {
    const { firstMs, minMs, maxMs, growth } = reopening;
    for (let failures = 0; failures < maxReopenings && !stream.isOver(); ) {
      const waitMs = this.#retryMs ?? firstMs * growth ** failures;
      const { signal } = stream.ending;
      await sleep(Math.min(maxMs, Math.max(minMs, waitMs)), undefined, { signal, ref: false });
      const response = await this.#open(stream).catch(() => undefined);
      failures = response ? 0 : failures + 1;
      if (response) await this.#read(response, stream);
    }
  }

  async #open({ context, ending, lastEventId }: Stream): Promise<Response> {
    const own = {
      accept: "text/event-stream",
      ...this.#ownHeaders(),
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    };
    const response = await this.sendFor(context.call, (credentials) =>
      this.options.fetch(this.options.url, { headers: { ...own, ...credentials }, signal: ending.signal }),
    );
    if (response.ok && isOfType(response, "events")) return response;
    throw await toHttpError(response, "Failed to open a stream");
  }

  async #read(response: Response, stream: Stream): Promise<void> {
    let lingering: NodeJS.Timeout | undefined;
    const take = (event: ServerEvent) => {
      if (event.id) stream.lastEventId = event.id;
      this.#retryMs = event.retryMs ?? this.#retryMs;
      const mayGoOn = this.takeEvent(event, stream.context);
      if (stream.isOver()) lingering ??= setTimeout(() => stream.ending.abort(), lingerMs).unref();
      return mayGoOn;
    };
    await this.readEvents(response, take, stream.maxBytes).finally(() => clearTimeout(lingering));
  }
}

function isErrorFor(text: string, message: JSONRPCMessage): boolean {
  try {
    const answer = parseJson(text, envelopeBounds);
    return isObject(answer) && isObject(answer.error) && "id" in message && answer.id === message.id;
  } catch {
    return false;
  }
}
