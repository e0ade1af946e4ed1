import type { RequestListener } from "node:http";
import { type Answer, answer } from "../answer.ts";

export interface Readiness {
  isStopping(): boolean;
  /** Why the gateway should get no requests at the moment. */
  problem(): Promise<string | undefined>;
}

/**
 * Answers what load balancers ask. They ask by address, so this stands before the check of names, and it tells nothing
 * that is worth knowing. A stopping gateway finishes what it has begun and starts nothing more.
 */
export function answerProbes(listener: RequestListener, readiness: Readiness): RequestListener {
  return (request, response) => {
    const isProbe = request.method === "GET" || request.method === "HEAD";
    if (isProbe && request.url === "/health")
      return answer(request, response, { status: 200, headers, body: { status: "alive" } });
    if (isProbe && request.url === "/ready") {
      const tell = (problem: string | undefined) =>
        answer(
          request,
          response,
          problem === undefined ? { status: 200, headers, body: { status: "ready" } } : unready(problem),
        );
      if (readiness.isStopping()) return tell("stopping");
      readiness.problem().then(tell, () => tell("failing"));
      return;
    }
    if (readiness.isStopping()) {
      return answer(request, response, stoppingAnswer);
    }
    return listener(request, response);
  };
}

const headers = { "Cache-Control": "no-store" };
const retry = { ...headers, "Retry-After": "1" };
const unready = (status: string): Answer => ({ status: 503, headers: retry, body: { status } });
const stoppingAnswer: Answer = {
  status: 503,
  headers: { ...retry, Connection: "close" },
  body: { error: "The gateway is stopping. Try again in a moment." },
};
