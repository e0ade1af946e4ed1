import type { RequestListener } from "node:http";
import { isListening } from "./open-requests.ts";

export interface DrainedListener {
  readonly listener: RequestListener;
  /** Resolves when every request that was begun is answered, or when the time is up. */
  drain(timeoutMs: number): Promise<void>;
}

/** Knows the requests under way. Streams that a client keeps open to listen are none: they never end by themselves. */
export function drainRequests(listener: RequestListener): DrainedListener {
  let underWay = 0;
  let drained: (() => void) | undefined;

  return {
    listener(request, response) {
      if (!isListening(request)) {
        underWay++;
        response.once("close", () => {
          underWay--;
          if (underWay === 0) drained?.();
        });
      }
      return listener(request, response);
    },
    drain(timeoutMs) {
      if (underWay === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
