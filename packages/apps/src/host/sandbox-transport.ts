import { SdkError } from "../rpc/error.ts";
import { isObject, type JSONRPCMessage } from "../rpc/message.ts";
import type { Transport } from "../rpc/transport.ts";
import { isSafeLink } from "./safe-link.ts";

const RESERVED = "ui/notifications/sandbox-";

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
 * is reloaded starts over.
 */
export class SandboxTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  /** Called with what the proxy itself says, by the rest of the method's name. */
  onsandbox?: ((name: string, params: Record<string, unknown>) => void) | undefined;
  /** Called when the View is ready to be sent messages, before those that waited. */
  onrelease?: (() => void) | undefined;
  private readonly frame: HTMLIFrameElement;
  private readonly origin: string;
  private isClosed = false;
  private isInitialized = false;
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
      if (method === `${RESERVED}proxy-ready`) this.isInitialized = false;
      this.onsandbox?.(method.slice(RESERVED.length), isObject(params) ? params : {});
    }
    if (method === "ui/initialize") this.isInitialized = false;
    if (method === "ui/notifications/initialized") this.release();
    if (method === "ui/open-link" && !(isObject(params) && isSafeLink(params.url))) this.refuse(data.id);
    else this.onmessage?.(data as JSONRPCMessage);
  };

  private release(): void {
    this.isInitialized = true;
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
