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

/**
 * Talks over a `MessagePort`: between a page and a worker, or between threads in Node.js.
 * @example await app.connect(new MessagePortTransport(port))
 */
export class MessagePortTransport implements Transport {
  /** Called when the channel closes. */
  onclose?: (() => void) | undefined;
  /** Called with errors of the channel, such as malformed messages. */
  onerror?: ((error: Error) => void) | undefined;
  /** Called with each message. */
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #port: MessagePortLike;

  /** Takes one end of a `MessageChannel`. */
  constructor(port: MessagePortLike) {
    this.#port = port;
  }

  /** Starts receiving. `connect()` calls it. */
  async start(): Promise<void> {
    this.#port.addEventListener("message", this.#receive);
    this.#port.addEventListener("close", this.#ended);
    this.#port.start?.();
  }

  /** Sends a message to the other side. */
  async send(message: JSONRPCMessage): Promise<void> {
    this.#port.postMessage(message);
  }

  /** Closes the channel. */
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
