import type { AnswerOf, ErrorAnswer, RequestOf, RouteName } from "toolshed/api";
import { gatewayState } from "./gateway-state.ts";
import { RequestError } from "./request-error.ts";
import { sessionEnd } from "./session-end.ts";
import { toUrl } from "./to-url.ts";

/** Asks the gateway. Rejects with a `RequestError`, or with the signal's reason. */
export async function request<Name extends RouteName>(
  route: Name,
  given: RequestOf<Name>,
  signal?: AbortSignal,
  /** Whether it is sent even if the page is left at the same time. */
  keepalive = false,
): Promise<AnswerOf<Name>> {
  const response = await openResponse(route, given, signal, keepalive);
  return response.json().catch(() => undefined) as Promise<AnswerOf<Name>>;
}

/** The response of a route, before its body is read. Rejects with a `RequestError` unless it is a success. */
export async function openResponse<Name extends RouteName>(
  route: Name,
  given: RequestOf<Name>,
  signal?: AbortSignal,
  keepalive = false,
): Promise<Response> {
  const [method = ""] = route.split(" ");
  const { body } = given;
  const response = await fetch(toUrl(route, given), {
    method,
    keepalive,
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
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  const { error = `The gateway answered ${response.status}`, code } = (answer ?? {}) as Partial<ErrorAnswer>;
  // Below `/session` a 401 is about what was sent, such as a wrong password.
  if (response.status === 401 && !route.includes(" /session")) sessionEnd.announce();
  throw new RequestError(error, response.status, code);
}
