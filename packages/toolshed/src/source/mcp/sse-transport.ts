import { SSEClientTransport, type SSEClientTransportOptions, SseError } from "@modelcontextprotocol/client";
import type { UpstreamTransport } from "./connect-upstream.ts";

/**
 * Speaks with a server of before 2025-03-26: one stream for all it sends. Closes when that stream breaks. The SDK's
 * would open another one, where nothing is known of the calls that wait.
 */
export function createSseTransport(url: URL, options: SSEClientTransportOptions): UpstreamTransport {
  const transport = new SSEClientTransport(url, options);
  let reason: string | undefined;
  transport.onerror = (error) => {
    if (!(error instanceof SseError)) return;
    reason ??= error.code === undefined ? "broke the connection off" : `answered with status ${error.code}`;
    // After it has set the timer for the next stream, so that closing clears it.
    queueMicrotask(() => void transport.close());
  };
  return Object.defineProperty(transport, "reason", { get: () => reason });
}
