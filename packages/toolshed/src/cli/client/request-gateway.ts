import type { AnswerOf, ErrorAnswer, RequestOf, RouteName } from "../../http/api.ts";
import { networkReason } from "../../net/network-reason.ts";
import { UserError } from "../../user-error.ts";
import { send } from "./send.ts";

/** Where a gateway is, and what opens it. */
export interface GatewayDoor {
  readonly url: string;
  readonly secret: string;
}

/** Statuses whose messages are about what was asked. The others are about the gateway, and name it. */
const aboutTheRequest = [400, 403, 409, 422];
const codes: Readonly<Record<number, string>> = { 403: "refused", 404: "not_found" };

/** Sends one request to a gateway. */
export async function requestGateway<Name extends RouteName>(
  { url, secret }: GatewayDoor,
  route: Name,
  given: RequestOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const [method = "", path = ""] = route.split(" ");
  const { body, ...target } = given as UrlParts & { body?: unknown };
  const { status, text } = await send(toUrl(url, path, target), {
    method,
    secret,
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error) => {
    throw signal?.aborted ? error : unreachable(url, error);
  });
  const answer = parse(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer as AnswerOf<Name>;
  throw toError(url, status, answer as Partial<ErrorAnswer> | undefined);
}

function toError(url: string, status: number, answer: Partial<ErrorAnswer> | undefined): UserError {
  if (typeof answer?.error !== "string") {
    return new UserError(`${url} answered ${status}, and not as a Toolshed gateway does. Check the URL.`, {
      code: "unreachable",
    });
  }
  const { error, code } = answer;
  if (status === 401) {
    return new UserError(
      `The gateway at ${url} doesn't know this token. Run "toolshed login ${url}" with a valid one.`,
      {
        code: "refused",
      },
    );
  }
  const message = aboutTheRequest.includes(status)
    ? error
    : `The gateway at ${url} answered ${status}: ${error}`;
  return new UserError(message, { code: codes[status] ?? code });
}

/** Why it was not reached, in words rather than the name of a system call. */
function unreachable(url: string, error: NodeJS.ErrnoException): UserError {
  const reason = networkReason(error) ?? error.code ?? error.message;
  return new UserError(`Couldn't reach the gateway at ${url} (${reason}). Check the URL and that it runs.`, {
    code: "unreachable",
    cause: error,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
