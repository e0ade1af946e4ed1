import type { IncomingMessage } from "node:http";

/** A body in so many small pieces that reading it costs far more than it carries. */
export class BodyInCrumbs extends Error {}

/** Ends the connection of a body in crumbs. Node still parses what it has read, so that must cost little. */
export function cutOff(request: IncomingMessage): void {
  request.removeAllListeners("data");
  request.destroy(new BodyInCrumbs());
}
