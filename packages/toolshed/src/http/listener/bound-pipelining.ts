import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** No client that is meant to be served sends more requests ahead of their answers. */
const maxPending = 8;

/**
 * Ends connections on which many requests are sent ahead of their answers. Node hands all of them over at once, however
 * many fit into one read, and before anything can be refused.
 */
export function boundPipelining(listener: RequestListener): RequestListener {
  const pendingOn = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const pending = (pendingOn.get(socket) ?? 0) + 1;
    if (pending > maxPending) {
      socket.destroy();
      return;
    }
    pendingOn.set(socket, pending);
    response.once("close", () => pendingOn.set(socket, (pendingOn.get(socket) ?? 1) - 1));
    return listener(request, response);
  };
}
