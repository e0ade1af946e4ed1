import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { Tally } from "../../work/tally.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";

/** Clients reconnect automatically; those that may no longer see what is sent do so for at most this long. */
const defaultMaxMs = 10 * 60 * 1000;

export interface StreamLimits {
  readonly perPerson: number;
  readonly total: number;
  readonly maxMs?: number;
}

/** Sends events until the client leaves, the gateway ends or the time is up; each aborts the signal. */
export type EventStream = (
  context: Context<ApiEnvironment>,
  send: (stream: SSEStreamingApi, signal: AbortSignal) => Promise<void>,
  /** Whose stream it is, where that is not the caller. */
  userId?: string,
) => Response;

/** Opens the streams of all routes, of which each person may have so many at a time. */
export function createEventStream(
  ending: AbortSignal,
  { perPerson, total, maxMs = defaultMaxMs }: StreamLimits = { perPerson: 20, total: 5_000 },
): EventStream {
  const open = new Tally();

  function enter(userId: string): () => void {
    if (open.of(userId) >= perPerson) {
      throw new HTTPException(429, {
        message: `You have ${perPerson} live streams open, which is the limit. Close one, such as a dashboard tab.`,
      });
    }
    if (open.total >= total)
      throw new HTTPException(503, { message: "Too many live streams are open. Try again later." });
    open.add(userId, 1);
    return () => open.add(userId, -1);
  }

  return (context, send, userId = context.get("caller").userId) => {
    // The body of such an answer is dropped, and with it the word that the client has gone.
    if (context.req.method === "HEAD")
      return context.body(null, 200, { "Content-Type": "text/event-stream" });
    const leave = enter(userId);
    return streamSSE(context, async (stream) => {
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      const signal = AbortSignal.any([left.signal, ending, AbortSignal.timeout(maxMs)]);
      await send(stream, signal).finally(leave);
    });
  };
}
