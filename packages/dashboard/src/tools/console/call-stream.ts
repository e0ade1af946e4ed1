import type { BodyOf, CallEnd, CallEvent } from "toolshed/api";
import { openResponse } from "../../api/request.ts";
import { RequestError } from "../../api/request-error.ts";

export type ReportEvent = Exclude<CallEvent, { type: "result" }>;

/** Calls a tool and tells what happens until its result is there. Aborting the signal cancels the call. */
export async function streamCall(
  path: string,
  body: BodyOf<"POST /tools/:path/stream">,
  signal: AbortSignal,
  report: (event: ReportEvent) => void,
): Promise<CallEnd> {
  const response = await openResponse("POST /tools/:path/stream", { params: { path }, body }, signal);
  try {
    for await (const event of readEvents(response)) {
      if (event.type === "result") return event;
      report(event);
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  throw new RequestError(
    "The connection to the gateway ended before the result came. Activity shows whether the call was made.",
    0,
  );
}

async function* readEvents({ body }: Response): AsyncGenerator<CallEvent> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  // A result can come in thousands of pieces, which are joined once.
  let pieces: string[] = [];
  for (;;) {
    const { done, value = "" } = await reader.read();
    if (done) return;
    pieces.push(value);
    if (!value.includes("\n")) continue;
    const lines = pieces.join("").split("\n");
    pieces = [lines.pop() ?? ""];
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}
