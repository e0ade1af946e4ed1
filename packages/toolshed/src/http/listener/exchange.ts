import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * The responses that a connection still owes. When it closes, Node tells only the one whose turn it is, and not those of
 * requests that were sent ahead.
 */
const owed = new WeakMap<Socket, Set<ServerResponse>>();

function owedOn(socket: Socket): Set<ServerResponse> {
  const known = owed.get(socket);
  if (known) return known;
  const responses = new Set<ServerResponse>();
  owed.set(socket, responses);
  socket.once("close", () => {
    // What reads a file or listens for the end of a response hears of it by this.
    for (const response of responses) {
      response.destroy();
      response.emit("close");
    }
  });
  return responses;
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
    const responses = owedOn(socket);
    responses.add(response);
    response.once("close", () => {
      responses.delete(response);
      const due = this.#atEnd ?? [];
      this.#atEnd = undefined;
      for (const action of due) action();
    });
    if (socket.destroyed) {
      response.destroy();
      response.emit("close");
    }
  }

  /** Runs once the answer is out or the client has gone. Where that is so already, now. */
  atEnd(action: () => void): void {
    if (this.#atEnd) this.#atEnd.push(action);
    else action();
  }
}
