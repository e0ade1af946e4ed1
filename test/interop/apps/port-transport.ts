import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { Link, Transport } from "./scene.ts";

/** An MCP transport over one end of a MessageChannel: what it carries is cloned, as between windows. */
function portTransport(port: MessagePort): Transport {
  let open = true;
  const closed = () => {
    if (open) transport.onclose?.();
    open = false;
  };
  const transport: Transport = {
    async start() {
      port.on("message", (message) => transport.onmessage?.(message));
      port.once("close", closed);
    },
    async send(message) {
      port.postMessage(message);
    },
    async close() {
      port.close();
      closed();
    },
  };
  return transport;
}

export function createPortLink(): Link {
  const { port1, port2 } = new MessageChannel();
  return { view: portTransport(port1), host: portTransport(port2) };
}
