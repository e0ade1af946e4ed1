import { isJsonRpcMessage, type JSONRPCMessage, malformed } from "./message.ts";
import type { Transport } from "./transport.ts";

/**
 * Talks to another window: a View to `window.parent`, a host to `iframe.contentWindow`. Only messages of the
 * given source are read. The origin of the first one is kept: nothing is sent to or read from another origin
 * after that, so a frame that navigates away is cut off.
 */
export class PostMessageTransport implements Transport {
  /** Called when the channel closes. */
  declare onclose?: (() => void) | undefined;
  /** Called with errors of the channel, such as malformed messages. */
  declare onerror?: ((error: Error) => void) | undefined;
  /** Called with each message. */
  declare onmessage?: ((message: JSONRPCMessage, extra?: object) => void) | undefined;
  /** Not used: windows have no sessions. */
  declare sessionId?: string | undefined;
  /** Not used: messages between windows carry no version. */
  declare setProtocolVersion?: ((version: string) => void) | undefined;
  readonly #target: Window;
  readonly #source: MessageEventSource;
  #origin: string | undefined;

  /** Takes the window to send to and the window to read from. Default: the parent window. */
  constructor(eventTarget: Window | null = window.parent, eventSource?: MessageEventSource | null) {
    if (!eventTarget) throw new Error("No window: is the iframe attached?");
    this.#target = eventTarget;
    this.#source = eventSource ?? eventTarget;
  }

  /** Starts receiving. `connect()` calls it. */
  async start(): Promise<void> {
    window.addEventListener("message", this.#receive);
  }

  /** Sends a message to the other side. */
  async send(message: JSONRPCMessage): Promise<void> {
    this.#target.postMessage(message, this.#origin ?? "*");
  }

  /** Closes the channel. */
  async close(): Promise<void> {
    window.removeEventListener("message", this.#receive);
    const { onclose } = this;
    this.onclose = undefined;
    onclose?.();
  }

  readonly #receive = ({ source, origin, data, currentTarget }: MessageEvent): void => {
    // Windows also carry messages of extensions and tools, which are none of ours, and a page outside a frame is its
    // own parent.
    if (source !== this.#source || source === currentTarget || data?.jsonrpc !== "2.0") return;
    // Sandboxed frames and files have an origin that `postMessage` cannot be given.
    const sender = /^(null|file:.*)?$/.test(origin) ? "*" : origin;
    this.#origin ??= sender;
    if (sender !== this.#origin) return;
    if (isJsonRpcMessage(data)) this.onmessage?.(data);
    else this.onerror?.(malformed());
  };
}
