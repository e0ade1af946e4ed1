import type { RequestListener } from "node:http";

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
  return async (request, response) => {
    const answer = (code: number, body: Record<string, string>) => {
      response.writeHead(code, {
        "content-type": "application/json",
        "cache-control": "no-store",
        ...(code === 503 && { "retry-after": "1" }),
      });
      response.end(request.method === "HEAD" ? undefined : JSON.stringify(body));
    };

    const isProbe = request.method === "GET" || request.method === "HEAD";
    if (isProbe && request.url === "/health") return answer(200, { status: "alive" });
    if (isProbe && request.url === "/ready") {
      const problem = readiness.isStopping() ? "stopping" : await readiness.problem();
      return answer(problem === undefined ? 200 : 503, { status: problem ?? "ready" });
    }
    if (readiness.isStopping()) {
      response.setHeader("connection", "close");
      return answer(503, { error: "The gateway is stopping: try again in a moment" });
    }
    return listener(request, response);
  };
}
