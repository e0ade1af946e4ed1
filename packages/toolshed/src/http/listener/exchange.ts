import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * What is to be done when a connection closes. Node tells only the response whose turn it is, and not those of requests
 * that were sent ahead on the same connection.
 */
const atClose = new WeakMap<Socket, Set<() => void>>();

function actionsOf(socket: Socket): Set<() => void> {
  const known = atClose.get(socket);
  if (known) return known;
  const actions = new Set<() => void>();
  atClose.set(socket, actions);
  socket.once("close", () => {
    for (const action of actions) action();
  });
  return actions;
}

/** A request and its response, until the connection is done with both. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  #atEnd: (() => void)[] | undefined = [];

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    const { socket } = request;
    const actions = actionsOf(socket);
    const end = () => {
      actions.delete(end);
      const due = this.#atEnd ?? [];
      this.#atEnd = undefined;
      for (const action of due) action();
    };
    actions.add(end);
    response.once("close", end);
    if (socket.destroyed) end();
  }

  /** Runs once the answer is out or the client has gone. Where that is so already, now. */
  atEnd(action: () => void): void {
    if (this.#atEnd) this.#atEnd.push(action);
    else action();
  }
}
