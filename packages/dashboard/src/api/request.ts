import type { ErrorAnswer } from "toolshed/api";
import { gatewayState } from "./gateway-state.ts";
import { RequestError } from "./request-error.ts";
import type { AnswerOf, Route, RouteRequest } from "./route-request.ts";
import { toUrl, type UrlParts } from "./to-url.ts";

/** Asks the gateway. Rejects with a `RequestError`, or with the signal's reason. */
export async function request<R extends Route>(
  route: R,
  given: RouteRequest<R>,
  signal?: AbortSignal,
): Promise<AnswerOf<R>> {
  const [method = "", path = ""] = route.split(" ");
  const { body, ...address } = given as { body?: unknown } & UrlParts;
  const response = await fetch(toUrl(path, address), {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  }).catch((error) => {
    if (signal?.aborted) throw error;
    gatewayState.set("silent");
    throw new RequestError("The gateway does not answer. Is it still running?", 0);
  });
  gatewayState.set("answers");
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as AnswerOf<R>;
  const { error = `The gateway answered ${response.status}` } = (answer ?? {}) as Partial<ErrorAnswer>;
  throw new RequestError(error, response.status);
}
