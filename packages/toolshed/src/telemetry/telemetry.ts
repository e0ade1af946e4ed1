interface MeasuredCall {
  readonly at: number;
  readonly path: string;
  readonly outcome: string;
  readonly durationMs: number;
  readonly via: string;
}

/** Traces and metrics for operators. */
export interface Telemetry {
  /**
   * Runs what answers a request as part of the caller's trace, and exports what it tells. The route is the template, in
   * which no token stands.
   */
  request(
    method: string,
    headers: () => Readonly<Record<string, string>>,
    answer: () => Promise<{ route: string; status: number }>,
  ): Promise<void>;
  /** Takes note of a call that has ended, within the request that made it. */
  called(call: MeasuredCall): void;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}
