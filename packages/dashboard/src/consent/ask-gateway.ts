import type { ErrorAnswer } from "toolshed/api";

/** What the gateway said, or why it did not: fit to be shown. */
export type Asked<Answer> = { readonly answer: Answer } | { readonly status: number; readonly error: string };

/** Asks `/api/v1/consent`. With a body it answers the client. */
export async function askGateway<Answer>(search: string, body?: object): Promise<Asked<Answer>> {
  const init = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  try {
    const response = await fetch(`/api/v1/consent${search}`, init);
    if (response.ok) return { answer: (await response.json()) as Answer };
    const { error } = (await response.json()) as ErrorAnswer;
    return { status: response.status, error };
  } catch {
    return { status: 0, error: "The gateway does not answer. Is it still running?" };
  }
}
