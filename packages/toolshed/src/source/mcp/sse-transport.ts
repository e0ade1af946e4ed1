import { SSEClientTransport, type SSEClientTransportOptions, SseError } from "@modelcontextprotocol/client";
import type { UpstreamTransport } from "./connect-upstream.ts";

/**
 * Speaks with a server of before 2025-03-26: one stream for all it sends. Closes when that stream breaks. The SDK's
 * would open another one, where nothing is known of the calls that wait.
 */
export function createSseTransport(url: URL, options: SSEClientTransportOptions): UpstreamTransport {
  const transport = new SSEClientTransport(url, options);
  let reason: string | undefined;
  const fail = (why: string) => {
    reason ??= why;
    transport.close().catch(() => {});
  };
  transport.onerror = (error) => {
    if (!(error instanceof SseError)) return;
    const why = error.code === undefined ? "broke the connection off" : `answered with status ${error.code}`;
    reason ??= why;
    // After it has set the timer for the next stream, so that closing clears it.
    queueMicrotask(() => fail(why));
  };
  return Object.defineProperty(Object.assign(transport, { fail }), "reason", { get: () => reason });
}
