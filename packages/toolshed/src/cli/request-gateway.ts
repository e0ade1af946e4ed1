import type { GatewayAddress } from "../home/gateway-address.ts";
import type { ErrorAnswer } from "../http/api.ts";
import { UserError } from "../user-error.ts";

/** Sends one request to the gateway that owns the home. */
export async function requestGateway<Answer>(
  address: GatewayAddress,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { body, timeoutMs }: { body?: unknown; timeoutMs?: number } = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, address.url), {
    method,
    headers: { authorization: `Bearer ${address.secret}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  });
  if (response.ok) return (await response.json()) as Answer;
  const { error } = (await response.json().catch(() => ({ error: response.statusText }))) as ErrorAnswer;
  // What is wrong with what was asked needs no address; what is wrong with the gateway does.
  const isOurs = response.status === 400 || response.status === 422;
  throw new UserError(
    isOurs ? error : `The gateway at ${address.url} answered: ${error} (${response.status}).`,
  );
}
