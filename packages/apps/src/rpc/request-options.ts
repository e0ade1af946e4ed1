import type { RequestId } from "./message.ts";

/** How far a request has got. */
export type Progress = {
  /** The progress so far. It grows with each notification. */
  progress: number;
  /** The value of `progress` at the end, if known. */
  total?: number | undefined;
  /** What is happening now. */
  message?: string | undefined;
};

/**
 * Options of a request.
 * @example await app.callServerTool(call, { timeout: 5_000, signal })
 */
export type RequestOptions = {
  /** Asks the other side for progress, and is called with it. */
  onprogress?: ((progress: Progress) => void) | undefined;
  /** Cancels the request: it rejects with the signal's reason and the other side is notified. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait for an answer. Default: 60,000. */
  timeout?: number | undefined;
  /** Whether each progress notification restarts `timeout`. Default: false. */
  resetTimeoutOnProgress?: boolean | undefined;
  /** The most milliseconds to wait in total, even with progress. Default: no limit. */
  maxTotalTimeout?: number | undefined;
};

/** Options of a request for code that owns the channel, such as a gateway. */
export type ChannelOptions = RequestOptions & {
  /** The JSON-RPC id. Default: the next number. */
  id?: RequestId | undefined;
  /** Passed to the transport with the request and with its cancellation. */
  extra?: object | undefined;
  /** Whether to cancel without notifying the other side. Default: false. */
  cancelSilently?: boolean | undefined;
};
