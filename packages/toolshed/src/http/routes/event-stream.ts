import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { startDeadline } from "../../work/deadline.ts";
import { Tally } from "../../work/tally.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import type { IsCurrent } from "../guards/is-current.ts";

/** Clients reconnect automatically. */
const defaultMaxMs = 10 * 60 * 1000;
/** Who has signed out or has another role sees what is sent for at most this long. */
const defaultCheckMs = 20_000;

export interface StreamLimits {
  readonly perPerson: number;
  readonly total: number;
  readonly maxMs?: number;
  /** Asked while a stream is open, which ends if it is not so. */
  readonly isCurrent?: IsCurrent;
  readonly checkMs?: number;
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
  { perPerson, total, maxMs = defaultMaxMs, isCurrent, checkMs = defaultCheckMs }: StreamLimits,
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
      const deadline = startDeadline(maxMs, left.signal, ending);
      const check = async () => {
        if (!(await isCurrent?.(context.get("caller"), context.req.raw.headers))) left.abort();
      };
      // While the database is away, nobody can be asked.
      const checks = isCurrent && setInterval(() => check().catch(() => {}), checkMs).unref();
      await send(stream, deadline.signal).finally(() => {
        clearInterval(checks);
        deadline.clear();
        leave();
      });
    });
  };
}
