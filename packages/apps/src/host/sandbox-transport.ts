import { SdkError } from "../rpc/error.ts";
import { isObject, type JSONRPCMessage } from "../rpc/message.ts";
import type { Transport } from "../rpc/transport.ts";
import { toSafeLink } from "./safe-link.ts";

const RESERVED = "ui/notifications/sandbox-";

/** Each handshake sends the View everything again. One that starts over more often is cut off. */
export const MOST_HANDSHAKES = 10;
const HANDSHAKE_WINDOW_MS = 60_000;

interface Held {
  message: JSONRPCMessage;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * Speaks to a View through the sandbox proxy in a frame. Reads only what comes from that frame and from the proxy's
 * origin, and sends to that origin alone, so a frame that has left the proxy is cut off.
 *
 * Until the View says that it is initialized, it is sent nothing but answers; the rest waits, in order. A View that
 * is reloaded starts over, with another ui/initialize. Without one, saying that it is initialized means nothing.
 */
export class SandboxTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  /** Called with what the proxy itself says, by the rest of the method's name. */
  onsandbox?: ((name: string, params: Record<string, unknown>) => void) | undefined;
  /** Called when the View is ready to be sent messages, before those that waited. */
  onrelease?: (() => void) | undefined;
  /** Called when the View has started over too often, and the connection to it is closed. */
  onrestarts?: (() => void) | undefined;
  private readonly frame: HTMLIFrameElement;
  private readonly origin: string;
  private isClosed = false;
  private isInitialized = false;
  /** From the View's ui/initialize until it says that it is initialized. */
  private handshake: { id: unknown; isAnswered: boolean } | undefined;
  /** When the latest handshakes began. */
  private begun: number[] = [];
  private held: Held[] = [];

  constructor(frame: HTMLIFrameElement, origin: string) {
    this.frame = frame;
    this.origin = origin;
  }

  async start(): Promise<void> {
    window.addEventListener("message", this.receive);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) throw new SdkError("CONNECTION_CLOSED", "Connection closed");
    if (this.handshake && "result" in message && message.id === this.handshake.id) {
      this.handshake.isAnswered = true;
    }
    const isForView = "method" in message && !message.method.startsWith(RESERVED);
    if (!isForView || this.isInitialized) return this.post(message);
    return new Promise((resolve, reject) => this.held.push({ message, resolve, reject }));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    window.removeEventListener("message", this.receive);
    for (const { reject } of this.held.splice(0)) {
      reject(new SdkError("CONNECTION_CLOSED", "Connection closed"));
    }
    this.onclose?.();
  }

  private post(message: JSONRPCMessage): void {
    this.frame.contentWindow?.postMessage(message, this.origin);
  }

  private readonly receive = ({ source, origin, data }: MessageEvent): void => {
    // Moving a frame gives it another window, so the window is asked for each time.
    if (source === null || source !== this.frame.contentWindow || origin !== this.origin) return;
    if (!isObject(data) || data.jsonrpc !== "2.0") return;
    const { method, params } = data;
    if (typeof method === "string" && method.startsWith(RESERVED)) {
      if (method === `${RESERVED}proxy-ready`) this.startOver();
      this.onsandbox?.(method.slice(RESERVED.length), isObject(params) ? params : {});
    }
    if (method === "ui/initialize" && !this.beginHandshake(data.id)) return;
    if (method === "ui/notifications/initialized") {
      if (!this.handshake?.isAnswered) return;
      this.release();
    }
    if (method === "ui/open-link") this.openLink(data, params);
    else this.onmessage?.(data as JSONRPCMessage);
  };

  private openLink(data: Record<string, unknown>, params: unknown): void {
    const url = isObject(params) ? toSafeLink(params.url) : undefined;
    if (url === undefined) this.refuse(data.id);
    else this.onmessage?.({ ...data, params: { ...Object(params), url } } as JSONRPCMessage);
  }

  /** The sandbox loads when the host mounts or moves the frame, which a View can't cause. */
  private startOver(): void {
    this.isInitialized = false;
    this.handshake = undefined;
    this.begun = [];
  }

  private beginHandshake(id: unknown): boolean {
    const now = performance.now();
    this.begun = this.begun.filter((at) => now - at < HANDSHAKE_WINDOW_MS);
    if (this.begun.push(now) > MOST_HANDSHAKES) {
      this.onrestarts?.();
      this.close().catch((error) => this.onerror?.(error));
      return false;
    }
    this.isInitialized = false;
    this.handshake = { id, isAnswered: false };
    return true;
  }

  private release(): void {
    this.isInitialized = true;
    this.handshake = undefined;
    this.onrelease?.();
    for (const { message, resolve, reject } of this.held.splice(0)) {
      try {
        this.post(message);
        resolve();
      } catch (error) {
        reject(error);
      }
    }
  }

  private refuse(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.post({ jsonrpc: "2.0", id, result: { isError: true } });
  }
}
