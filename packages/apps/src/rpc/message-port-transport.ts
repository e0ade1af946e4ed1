import { isJsonRpcMessage, type JSONRPCMessage, malformed } from "./message.ts";
import type { Transport } from "./transport.ts";

/** What is needed of a `MessagePort`; those of browsers and of `node:worker_threads` have it. */
export interface MessagePortLike {
  postMessage(message: unknown): void;
  start?(): void;
  close(): void;
  addEventListener(type: "message" | "close", listener: (event: unknown) => void): void;
  removeEventListener(type: "message" | "close", listener: (event: unknown) => void): void;
}

export class MessagePortTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #port: MessagePortLike;

  constructor(port: MessagePortLike) {
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#port.addEventListener("message", this.#receive);
    this.#port.addEventListener("close", this.#ended);
    this.#port.start?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#port.postMessage(message);
  }

  async close(): Promise<void> {
    this.#port.close();
    this.#ended();
  }

  readonly #receive = (event: unknown): void => {
    const { data } = event as { data: unknown };
    if (isJsonRpcMessage(data)) this.onmessage?.(data);
    else this.onerror?.(malformed());
  };

  readonly #ended = (): void => {
    this.#port.removeEventListener("message", this.#receive);
    this.#port.removeEventListener("close", this.#ended);
    const { onclose } = this;
    this.onclose = undefined;
    onclose?.();
  };
}
