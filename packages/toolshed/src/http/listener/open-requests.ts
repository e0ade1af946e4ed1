import type { IncomingMessage } from "node:http";
import { Tally } from "../../work/tally.ts";
import { isLiveStream } from "../guards/live-paths.ts";
import type { Whose } from "./gate.ts";

const maxOpen = 500;
const maxListening = 100;
/** Of all strangers together. */
const maxStrangers = 1_000;

/** How many requests are open: waiting for a slow tool, or listening for what happens. */
export function createOpenRequests() {
  const known = new Tally();
  const strange = new Tally();
  return {
    /** Counts a request. Gives the function that ends it, or nothing if its key has as many open as it may. */
    enter({ key, isStranger }: Whose, request: IncomingMessage): (() => void) | undefined {
      const [counted, limit] = isListening(request) ? [`${key} listens`, maxListening] : [key, maxOpen];
      const tally = isStranger ? strange : known;
      const isFull = isStranger && strange.total >= maxStrangers;
      if (isFull || tally.of(counted) >= limit) return undefined;
      tally.add(counted, 1);
      return () => tally.add(counted, -1);
    },
  };
}

/** Whether a client keeps the request open to listen: it ends only with the client or the gateway. */
export function isListening({ method, url = "", headers }: IncomingMessage): boolean {
  return (
    isLiveStream(method, url) ||
    headers["mcp-method"] === "subscriptions/listen" ||
    (method === "GET" && headers.accept === "text/event-stream")
  );
}
