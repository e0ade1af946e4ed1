import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { BodyInCrumbs } from "./cut-off.ts";
import type { Penalties } from "./penalties.ts";

/** No client that is meant to be served sends more requests ahead of their answers. */
const maxOwed = 8;

/** The responses that a connection still owes. */
const owed = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Ends connections on which many requests are sent ahead of their answers. Node hands over as many of them as fit into
 * one read, before anything can be refused, so the address is refused next. So is one that sends a body in crumbs.
 */
export function boundPipelining(listener: RequestListener, penalties?: Penalties): RequestListener {
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const responses = owedOn(socket);
    if (responses.size === maxOwed) {
      penalties?.note(socket.remoteAddress);
      socket.destroy();
      return;
    }
    request.once("error", (error) => {
      if (error instanceof BodyInCrumbs) penalties?.note(socket.remoteAddress);
    });
    responses.add(response);
    response.once("close", () => responses.delete(response));
    return listener(request, response);
  };
}

function owedOn(socket: Socket): Set<ServerResponse> {
  const known = owed.get(socket);
  if (known) return known;
  const responses = new Set<ServerResponse>();
  owed.set(socket, responses);
  // When a connection breaks, Node closes only the response whose turn it is, and not those of requests sent ahead.
  socket.once("close", () => {
    for (const response of responses) {
      response.destroy();
      response.emit("close");
    }
  });
  return responses;
}
