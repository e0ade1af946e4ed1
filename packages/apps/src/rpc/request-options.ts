import type { RequestId } from "./message.ts";

export type Progress = {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
};

export type RequestOptions = {
  /** Asks the other side for progress and is called with it. */
  onprogress?: ((progress: Progress) => void) | undefined;
  /** Aborting rejects with the signal's reason and tells the other side. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait for an answer; 60,000 unless given. */
  timeout?: number | undefined;
  resetTimeoutOnProgress?: boolean | undefined;
  /** Milliseconds after which progress no longer helps. */
  maxTotalTimeout?: number | undefined;
};

/** For code that owns the channel, and so knows more of it than the methods that use it. */
export type ChannelOptions = RequestOptions & {
  /** A number of the peer's own unless given. */
  id?: RequestId | undefined;
  /** Handed to the transport with the request and with its cancellation. */
  extra?: object | undefined;
  /** Whether the other side is not told that nobody waits for the answer any more. */
  cancelSilently?: boolean | undefined;
};
