import type { JSONRPCMessage } from "./message.ts";
import type { Transport } from "./transport.ts";

class MemoryTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  other: MemoryTransport | undefined;
  #early: JSONRPCMessage[] | undefined = [];

  async start(): Promise<void> {
    const messages = this.#early ?? [];
    this.#early = undefined;
    for (const message of messages) this.onmessage?.(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.other) throw new Error("Not connected");
    this.other.#deliver(message);
  }

  async close(): Promise<void> {
    const { other } = this;
    if (!other) return;
    this.other = undefined;
    await other.close();
    this.onclose?.();
  }

  #deliver(message: JSONRPCMessage): void {
    if (this.#early) this.#early.push(message);
    else this.onmessage?.(message);
  }
}

/**
 * Creates two connected transports in one program, for tests. Messages are delivered synchronously and are
 * not copied; closing one closes both.
 */
export function createMemoryTransports(): [Transport, Transport] {
  const one = new MemoryTransport();
  const two = new MemoryTransport();
  one.other = two;
  two.other = one;
  return [one, two];
}
