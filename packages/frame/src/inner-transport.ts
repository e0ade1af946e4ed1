import type { JSONRPCMessage, Transport } from "@toolshed/apps/app-bridge";
import { isObject } from "@toolshed/apps/rpc";
import { isUnsafeLink } from "./inner-host.ts";
import type { InnerReport } from "./inner-page.ts";
import { messageSize } from "./message-size.ts";

/** A larger burst than any View needs; beyond it, messages pass at the rate of `REFILL_PER_MS`. */
const BURST = 500;
const REFILL_PER_MS = 0.25;
const LARGEST_MESSAGE = 10_000_000;

/** Why messages of the View were dropped. */
export type Loss = "rate" | "size";

/** Reads only what the inner frame's window sends, within bounds. */
export class InnerTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  onreport?: ((report: InnerReport) => void) | undefined;
  onloss?: ((loss: Loss) => void) | undefined;
  private readonly frame: HTMLIFrameElement;
  private readonly key: string;
  private tokens = BURST;
  private filledAt: number = performance.now();

  constructor(frame: HTMLIFrameElement, key: string) {
    this.frame = frame;
    this.key = key;
  }

  async start(): Promise<void> {
    window.addEventListener("message", this.receive);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // The inner frame has no origin that a message could be addressed to.
    this.frame.contentWindow?.postMessage(message, "*");
  }

  async close(): Promise<void> {
    window.removeEventListener("message", this.receive);
    this.onclose?.();
  }

  private readonly receive = (event: MessageEvent): void => {
    if (event.source === null || event.source !== this.frame.contentWindow) return;
    // The browser decodes a message only when its data is read.
    if (this.takeToken()) this.read(event.data);
    else this.onloss?.("rate");
  };

  private read(data: unknown): void {
    if (!isObject(data)) return;
    if (data.toolshed === this.key) this.onreport?.(data as InnerReport);
    else if (data.jsonrpc !== "2.0") return;
    else if (messageSize(data, LARGEST_MESSAGE) > LARGEST_MESSAGE) this.refuse(data);
    else if (isUnsafeLink(data)) this.answer(data.id, { result: { isError: true } });
    else this.onmessage?.(data as JSONRPCMessage);
  }

  private takeToken(): boolean {
    const now = performance.now();
    this.tokens = Math.min(BURST, this.tokens + (now - this.filledAt) * REFILL_PER_MS);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  /** A request that is too large is answered, and an answer that is too large fails its request. */
  private refuse({ id, method }: Record<string, unknown>): void {
    this.onloss?.("size");
    const error = { code: -32000, message: "The message is larger than 10 MB." };
    if (typeof method === "string") this.answer(id, { error });
    else if (isRequestId(id)) this.onmessage?.({ jsonrpc: "2.0", id, error });
  }

  private answer(id: unknown, answer: { result: object } | { error: object }): void {
    if (isRequestId(id)) this.frame.contentWindow?.postMessage({ jsonrpc: "2.0", id, ...answer }, "*");
  }
}

function isRequestId(id: unknown): id is string | number {
  return typeof id === "string" || typeof id === "number";
}
