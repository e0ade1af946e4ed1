import type { ErrorAnswer } from "../http/api.ts";
import { UserError } from "../user-error.ts";

/** Where a gateway is, and what opens it. */
export interface GatewayDoor {
  readonly url: string;
  readonly secret: string;
}

/** Sends one request to a gateway. */
export async function requestGateway<Answer>(
  address: GatewayDoor,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { body, timeoutMs, signal }: { body?: unknown; timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, address.url), {
    method,
    headers: { authorization: `Bearer ${address.secret}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  });
  if (response.ok) return (await response.json()) as Answer;
  const { error } = (await response.json().catch(() => ({ error: response.statusText }))) as ErrorAnswer;
  // What is wrong with what was asked needs no address; what is wrong with the gateway does.
  const isOurs = [400, 403, 409, 422].includes(response.status);
  throw new UserError(isOurs ? error : `The gateway at ${address.url} answered ${response.status}: ${error}`);
}
