import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from "@toolshed/apps/rpc";
import { createTokenBucket } from "../../../net/token-bucket.ts";
import type { SourceCall } from "../../source.ts";
import { problemOf, readMessages } from "./message-bounds.ts";

export type FloodGuard = ReturnType<typeof createFloodGuard>;

/** In words that continue the server's name. */
export const floodReason = "was cut off: it sent too many messages that nobody asked for";
export const stderrReason = "was cut off: it wrote too much to its standard error";

const megabyte = 1024 * 1024;

/**
 * Bounds what a server sends without being asked, over all its connections: one that was cut off and connects again
 * gets no more than before.
 */
export function createFloodGuard() {
  return {
    /** Whether the server may send this many more messages that answer nothing. */
    takeMessages: createTokenBucket(5_000, 500),
    /** Whether it may send this many more bytes of such messages. */
    takeBytes: createTokenBucket(64 * megabyte, 4 * megabyte),
    /** Whether it may write this much more to its standard error. */
    takeStderr: createTokenBucket(32 * megabyte, 4 * megabyte),
  };
}

/** What a transport has to know of a message beside the message. */
export interface MessageContext {
  /** The call that it belongs to. On a stream that all calls share, nobody can tell. */
  readonly call?: SourceCall | undefined;
  /** Headers that only this request has, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Makes a transport, which asks for whom the connection speaks where no call is being served. */
export type OpenTransport = (latest: () => SourceCall) => UpstreamTransport;

export const isCancellation = (
  message: JSONRPCMessage,
): message is { jsonrpc: "2.0"; method: string; params?: { requestId?: RequestId } } =>
  "method" in message && message.method === "notifications/cancelled";

/**
 * A channel to a server that may be hostile. Whatever the channel is made of, each message is parsed, bounded, counted
 * and matched with what was asked here, before anything else sees it.
 */
export abstract class UpstreamTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage, context?: MessageContext) => void) | undefined;
  /** Whether each request has an exchange of its own. */
  readonly isRemote: boolean = false;
  /** The session that the server has given, where it has such. */
  sessionId: string | undefined;
  /** Why it has closed, in words that continue the server's name. */
  reason: string | undefined;
  /** Whether it does not speak the protocol, by what it has sent or by its silence. */
  isForeign = false;
  /** Whether it has sent a message. */
  protected hasSpoken = false;
  protected readonly flood: FloodGuard;
  /** The requests that were sent and not answered yet. */
  readonly #waiting = new Set<unknown>();

  constructor(flood: FloodGuard) {
    this.flood = flood;
  }

  abstract start(): Promise<void>;
  abstract close(): Promise<void>;
  protected abstract deliver(message: JSONRPCMessage, context: MessageContext): Promise<void>;

  /** The revision that both sides have agreed on; nothing before they have. */
  setProtocolVersion(_version: string | undefined): void {}

  /** Ends it immediately. The reason continues the server's name. */
  fail(reason: string): void {
    this.reason ??= reason;
    this.close().catch(this.report);
  }

  async send(message: JSONRPCMessage, context: MessageContext = {}): Promise<void> {
    const id = "method" in message && "id" in message ? message.id : undefined;
    if (id !== undefined) this.#waiting.add(id);
    else if (isCancellation(message)) this.#waiting.delete(message.params?.requestId);
    try {
      await this.deliver(message, context);
    } catch (error) {
      this.#waiting.delete(id);
      throw error;
    }
  }

  /** Takes what should be a message. Returns whether the server may continue. */
  protected receive(text: string, context?: MessageContext): boolean {
    const messages = this.read(text);
    if (messages) this.pass(messages, context);
    return messages !== undefined;
  }

  /** The messages in a text that are to be passed on. Nothing where the server was cut off. */
  protected read(text: string): readonly JSONRPCMessage[] | undefined {
    const messages = readMessages(text) ?? [];
    if (messages.length === 0) this.onUnreadable(text);
    else this.hasSpoken = true;
    const answers = messages.filter((message) => !("method" in message) && this.#isAsked(message));
    const unasked = messages.length - answers.length;
    const isFree = messages.length > 0 && unasked === 0;
    if (!isFree && !this.charge(Math.max(1, unasked), text.length)) return undefined;
    return messages.filter((message) => "method" in message || answers.includes(message));
  }

  protected pass(messages: readonly JSONRPCMessage[], context?: MessageContext): void {
    for (const message of messages) this.#pass(message, context);
  }

  /** Counts what nobody asked for. Cuts the server off, and tells so, where it is too much. */
  protected charge(messages: number, bytes: number): boolean {
    const isBearable = this.flood.takeMessages(messages) && this.flood.takeBytes(bytes);
    if (!isBearable) this.fail(floodReason);
    return isBearable;
  }

  protected isWaiting(id: RequestId): boolean {
    return this.#waiting.has(id);
  }

  /** Fails a request to which no answer comes any more, unless it was answered. */
  protected failRequest(id: RequestId, message: string): void {
    if (!this.#waiting.delete(id)) return;
    this.#tell({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } }, undefined);
  }

  protected onUnreadable(_text: string): void {}

  protected readonly report = (error: unknown): void => {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  };

  /** Some servers give the number back as a text. */
  #isAsked(answer: JSONRPCMessage & { id?: RequestId | undefined }): boolean {
    if (this.#waiting.delete(answer.id)) return true;
    if (typeof answer.id !== "string" || !this.#waiting.delete(Number(answer.id))) return false;
    answer.id = Number(answer.id);
    return true;
  }

  #pass(message: JSONRPCMessage, context: MessageContext | undefined): void {
    const problem = problemOf(message);
    if (problem === undefined) this.#tell(message, context);
    else if ("id" in message && message.id !== undefined) {
      const error = { code: INVALID_PARAMS, message: problem };
      const failure = { jsonrpc: "2.0" as const, id: message.id, error };
      // To a request of the server's this is the answer; an answer of the server's fails the request it is for.
      if ("method" in message) this.deliver(failure, context ?? {}).catch(this.report);
      else this.#tell(failure, context);
    }
  }

  /** What goes wrong with one message must not end the reading of the others. */
  #tell(message: JSONRPCMessage, context: MessageContext | undefined): void {
    try {
      this.onmessage?.(message, context);
    } catch (error) {
      this.report(error);
    }
  }
}
