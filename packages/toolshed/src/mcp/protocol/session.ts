import { randomUUID } from "node:crypto";
import { Peer, type Transport } from "@toolshed/apps/rpc";
import type { UpstreamNotification } from "../../source/source.ts";
import { Cancellation, toAbortSignal } from "../../work/cancellation.ts";
import type { Attachment, ClientConnection, Description, McpRequest, Outgoing } from "./endpoint.ts";
import type { Client } from "./envelope.ts";
import {
  type Fields,
  isResponse,
  type RequestId,
  type RpcNotification,
  type RpcResponse,
} from "./message.ts";
import { keepAlive, type Reply, toEvent, toText } from "./respond.ts";

/** A person may take their time to answer a question of a call. */
const duringCallMs = 10 * 60 * 1000;
const outsideMs = 60_000;

/** A client that sent `initialize` and can receive requests and notifications outside of its own requests. */
export class Session implements ClientConnection {
  readonly id: string = randomUUID();
  readonly client: Client;
  readonly description: Description;
  readonly watched = new Set<string>();
  level = "info";
  attachment: Attachment | undefined;
  /** Matches the client's answers to what it is asked. Its own requests and notifications do not come here. */
  readonly #peer = new Peer({ handleRequest() {}, handleNotification() {} });
  /** Sends a question where the request that led to it is answered, and others where the client listens. */
  readonly #channel: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message, during) => this.#write(message as Outgoing, during as McpRequest | undefined),
  };
  readonly #serving = new Map<RequestId, Cancellation>();
  #outside: ((message: Outgoing) => void) | undefined;
  #stream: Reply | undefined;
  #hasLeft = false;

  constructor(client: Client, description: Description) {
    this.client = client;
    this.description = description;
    this.#peer.connect(this.#channel).catch(() => {});
  }

  ask(method: string, params: Fields, during?: McpRequest): Promise<Fields> {
    const signal = during && toAbortSignal(during.signal);
    const timeout = during ? duringCallMs : outsideMs;
    return this.#peer.request({ method, params }, { signal, timeout, extra: during });
  }

  #write(message: Outgoing, during: McpRequest | undefined): void {
    if (during) during.send(message);
    else if (this.#outside) this.#outside(message);
    else throw new Error("The client does not listen");
  }

  tell({ method, params }: UpstreamNotification): void {
    this.#outside?.({ method, params: { ...params } });
  }

  isListening(): boolean {
    return this.#outside !== undefined;
  }

  isPresent(): boolean {
    return !this.#hasLeft;
  }

  /** Handles a response or notification of the client. */
  receive(message: RpcNotification | RpcResponse): void {
    if (isResponse(message)) this.#channel.onmessage?.(message as never);
    else if (message.method === "notifications/cancelled")
      this.#serving.get(message.params?.requestId as RequestId)?.abort();
    else if (message.method === "notifications/roots/list_changed") this.attachment?.rootsChanged();
  }

  /** Serves a request, which the client can cancel until it is done. */
  async serve(id: RequestId, run: (signal: Cancellation) => Promise<void>): Promise<void> {
    const signal = new Cancellation();
    this.#hasLeft = false;
    this.#serving.set(id, signal);
    await run(signal).finally(() => this.#serving.get(id) === signal && this.#serving.delete(id));
  }

  /** Sets where messages outside of requests go. */
  hear(write: (message: Outgoing) => void): void {
    this.#outside = write;
    this.#hasLeft = false;
    this.attachment?.presenceChanged();
  }

  /** Sends messages outside of requests to a stream until the client closes it. */
  openStream(reply: Reply): void {
    this.#stream = reply;
    reply.open({ "mcp-session-id": this.id });
    this.hear((message) => reply.write(toEvent(toText(message))));
    reply.gone.addEventListener("abort", () => {
      if (this.#stream !== reply) return;
      this.#stream = undefined;
      this.#outside = undefined;
      this.#hasLeft = true;
      this.attachment?.presenceChanged();
    });
  }

  beat(): void {
    this.#stream?.write(keepAlive);
  }

  async end(): Promise<void> {
    for (const signal of this.#serving.values()) signal.abort();
    this.#stream?.end();
    await Promise.all([this.#peer.close(), this.attachment?.detach()]);
  }
}
