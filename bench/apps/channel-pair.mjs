import { MessageChannel } from "node:worker_threads";

/** The same pair of transports for both packages, over a real message channel: a message is copied on its way. */
export function createChannelPair() {
  const { port1, port2 } = new MessageChannel();
  const create = (port) => ({
    async start() {
      port.on("message", (message) => this.onmessage?.(message));
    },
    send(message) {
      port.postMessage(message);
      return Promise.resolve();
    },
    async close() {
      port.close();
      this.onclose?.();
    },
  });
  return { view: create(port1), host: create(port2) };
}
