import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

export interface Readiness {
  isStopping(): boolean;
  /** Why the gateway should get no requests at the moment. */
  problem(): Promise<string | undefined>;
}

/**
 * Answers what load balancers ask. They ask by address, so this stands before the check of names, and it tells nothing
 * that is worth knowing. A gateway that stops goes on with what it has begun and begins nothing more.
 */
export function answerProbes(listener: RequestListener, readiness: Readiness): RequestListener {
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    code: number,
    body: Record<string, string>,
  ) => {
    response.writeHead(code, {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(code === 503 && { "retry-after": "1" }),
    });
    response.end(request.method === "HEAD" ? undefined : JSON.stringify(body));
  };

  return (request, response) => {
    const isProbe = request.method === "GET" || request.method === "HEAD";
    if (isProbe && request.url === "/health") return answer(request, response, 200, { status: "alive" });
    if (isProbe && request.url === "/ready") {
      const tell = (problem: string | undefined) =>
        answer(request, response, problem === undefined ? 200 : 503, { status: problem ?? "ready" });
      if (readiness.isStopping()) return tell("stopping");
      readiness.problem().then(tell, () => tell("failing"));
      return;
    }
    if (readiness.isStopping()) {
      response.setHeader("connection", "close");
      return answer(request, response, 503, { error: "The gateway is stopping: try again in a moment" });
    }
    return listener(request, response);
  };
}
