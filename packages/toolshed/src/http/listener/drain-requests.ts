import type { RequestListener } from "node:http";
import { isListening } from "./open-requests.ts";

/** Knows the requests under way. Streams that a client keeps open to listen don't count: only the client ends them. */
export function drainRequests(next: RequestListener) {
  let underWay = 0;
  let drained: (() => void) | undefined;

  const listener: RequestListener = (request, response) => {
    if (!isListening(request)) {
      underWay++;
      response.once("close", () => {
        underWay--;
        if (underWay === 0) drained?.();
      });
    }
    return next(request, response);
  };

  return {
    listener,
    /** Resolves when every request that was begun is answered, or when the time is up. */
    async drain(timeoutMs: number): Promise<void> {
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
