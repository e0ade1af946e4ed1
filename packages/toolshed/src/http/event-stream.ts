import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";

/** Clients come back by themselves; whoever may no longer see what is sent does so for at most this long. */
const maxStreamMs = 10 * 60 * 1000;

/** Sends events until the client leaves, the gateway ends or the time is up; the signal tells of each. */
export const eventStream = (
  context: Context,
  ending: AbortSignal,
  send: (stream: SSEStreamingApi, signal: AbortSignal) => Promise<void>,
): Response =>
  streamSSE(context, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    await send(stream, AbortSignal.any([left.signal, ending, AbortSignal.timeout(maxStreamMs)]));
  });
