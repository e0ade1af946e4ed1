import type { AnswerOf, ErrorAnswer, RequestOf, RouteName } from "../http/api.ts";
import { UserError } from "../user-error.ts";

/** Where a gateway is, and what opens it. */
export interface GatewayDoor {
  readonly url: string;
  readonly secret: string;
}

/** Sends one request to a gateway. */
export async function requestGateway<Name extends RouteName>(
  address: GatewayDoor,
  route: Name,
  given: RequestOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const [method = "", path = ""] = route.split(" ");
  const { body, ...target } = given as UrlParts & { body?: unknown };
  const response = await fetch(toUrl(address.url, path, target), {
    method,
    headers: { authorization: `Bearer ${address.secret}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (response.ok) return (await response.json()) as AnswerOf<Name>;
  const { error } = (await response.json().catch(() => ({ error: response.statusText }))) as ErrorAnswer;
  // What is wrong with what was asked needs no address; what is wrong with the gateway does.
  const isOurs = [400, 403, 409, 422].includes(response.status);
  throw new UserError(isOurs ? error : `The gateway at ${address.url} answered ${response.status}: ${error}`);
}

interface UrlParts {
  params?: Record<string, string>;
  query?: object;
}

function toUrl(gateway: string, path: string, { params = {}, query = {} }: UrlParts): URL {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const url = new URL(`/api/v1${filled}`, gateway);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}
