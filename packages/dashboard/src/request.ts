import type { ErrorAnswer } from "toolshed/api";

/** Why the gateway did not answer as asked. The message is fit to be shown. */
export class RequestError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export async function request<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(`/api/v1${path}`, { signal }).catch((error) => {
    if (signal.aborted) throw error;
    throw new RequestError("The gateway does not answer. Is it still running?", 0);
  });
  if (response.ok) return (await response.json()) as Answer;
  const { error } = (await response.json().catch(() => ({ error: response.statusText }))) as ErrorAnswer;
  throw new RequestError(error, response.status);
}
