import { createTokenBucket } from "../../../net/token-bucket.ts";

/**
 * Bounds what a server sends without being asked, over all its connections: one that was cut off and connects again
 * gets no more than before.
 */
export interface FloodGuard {
  /** Whether the server may send this many more messages that answer nothing. */
  takeMessages(count: number): boolean;
  /** Whether it may send this many more bytes of such messages. */
  takeBytes(bytes: number): boolean;
  /** Whether it may write this much more to its standard error. */
  takeStderr(bytes: number): boolean;
}

/** In words that continue the server's name. */
export const floodReason = "was cut off: it sent too many messages that nobody asked for";
export const stderrReason = "was cut off: it wrote too much to its standard error";

const megabyte = 1024 * 1024;

export function createFloodGuard(): FloodGuard {
  return {
    takeMessages: createTokenBucket(5_000, 500),
    takeBytes: createTokenBucket(64 * megabyte, 4 * megabyte),
    takeStderr: createTokenBucket(32 * megabyte, 4 * megabyte),
  };
}
