import type { BodyOf, ErrorAnswer, PreviewEvent } from "toolshed/api";
import { RequestError } from "../../api/request-error.ts";

/** Connects to sources and passes on what happens. Resolves when the stream ends; what was found is open until then. */
export async function streamPreview(
  body: BodyOf<"POST /sources/preview">,
  onEvent: (event: PreviewEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch("/api/v1/sources/preview", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
    signal,
  });
  if (!response.ok || !response.body) {
    const answer = (await response.json().catch(() => ({}))) as Partial<ErrorAnswer>;
    const message = answer.error ?? `The gateway answered ${response.status}`;
    throw new RequestError(message, response.status, answer.code);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (unread + part.value).split("\n");
    unread = lines.pop() ?? "";
    for (const line of lines)
      if (line.startsWith("data: ")) onEvent(JSON.parse(line.slice("data: ".length)) as PreviewEvent);
  }
}
