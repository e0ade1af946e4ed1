import { hash } from "node:crypto";

/** What a call is part of, as far as that is known, and how long its request waited. */
export interface CallTrace {
  /** The client's trace, or its session where it has no trace. */
  readonly traceId?: string | undefined;
  /** The run whose script makes the call. */
  readonly runId?: string | undefined;
  /** How long the request waited for its turn. */
  readonly queueMs?: number | undefined;
}

/** As W3C Trace Context defines it. Later versions may add fields at the end. */
const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-[ -~]*)?$/;
const maxLength = 512;

/** The trace id in a `traceparent`. Everything that is not exactly one is ignored. */
export function readTraceparent(given: unknown): string | undefined {
  if (typeof given !== "string" || given.length > maxLength) return undefined;
  const [, version, traceId, rest] = traceparent.exec(given) ?? [];
  return version === "00" && rest !== undefined ? undefined : traceId;
}

/** Groups the calls of a session. The session's id opens the session, so it can't be read from this. */
export const sessionTrace = (sessionId: string): string =>
  `session-${hash("sha256", sessionId, "hex").slice(0, 32)}`;
