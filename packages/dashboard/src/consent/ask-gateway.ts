import type { AnswerOf, BodyOf, ErrorAnswer } from "toolshed/api";

/** What the gateway said, or why it did not: fit to be shown. */
export type Asked<Answer> = { readonly answer: Answer } | { readonly status: number; readonly error: string };

/** Who wants to be let in. The query is signed, so it is sent as it is written. */
export const askConsent = (search: string) => ask<AnswerOf<"GET /consent">>(search);

export const answerConsent = (body: BodyOf<"POST /consent">) =>
  ask<AnswerOf<"POST /consent">>("", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function ask<Answer>(search: string, init?: RequestInit): Promise<Asked<Answer>> {
  try {
    const response = await fetch(`/api/v1/consent${search}`, init);
    if (response.ok) return { answer: (await response.json()) as Answer };
    const { error } = (await response.json()) as ErrorAnswer;
    return { status: response.status, error };
  } catch {
    return { status: 0, error: "The gateway does not answer. Is it still running?" };
  }
}
