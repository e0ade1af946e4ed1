import type { IncomingMessage } from "node:http";
import type { Whose } from "./gate.ts";

const maxOpen = 500;
const maxListening = 100;
/** Of all strangers together. */
const maxStrangers = 1_000;

/** How many requests are open: waiting for a slow tool, or listening for what happens. */
export function createOpenRequests() {
  const counts = new Map<string, number>();
  let strangers = 0;
  return {
    /** Counts a request. Gives the function that ends it, or nothing if its key has as many open as it may. */
    enter({ key, isStranger }: Whose, request: IncomingMessage): (() => void) | undefined {
      const [counted, limit] = isListening(request) ? [`${key} listens`, maxListening] : [key, maxOpen];
      const count = counts.get(counted) ?? 0;
      if (count >= limit || (isStranger && strangers >= maxStrangers)) return undefined;
      counts.set(counted, count + 1);
      if (isStranger) strangers += 1;
      return () => {
        if (isStranger) strangers -= 1;
        const left = (counts.get(counted) ?? 1) - 1;
        if (left > 0) counts.set(counted, left);
        else counts.delete(counted);
      };
    },
  };
}

/** Whether a client keeps the request open to listen: it ends only with the client or the gateway. */
export function isListening({ method, headers }: IncomingMessage): boolean {
  return (
    headers["mcp-method"] === "subscriptions/listen" ||
    (method === "GET" && headers.accept === "text/event-stream")
  );
}
