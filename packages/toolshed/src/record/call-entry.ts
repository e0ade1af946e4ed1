/** A call as it is kept. */
export interface CallEntry {
  /** Later calls have greater ones, but for those that several gateways store at the same moment. */
  readonly id: number;
  readonly at: number;
  readonly userId: string;
  readonly via: string;
  readonly client: string;
  readonly path: string;
  /** `started` while a call that changes something runs, `unknown` where the gateway stopped before it ended. */
  readonly outcome: string;
  readonly durationMs: number;
  readonly resultBytes: number;
  /** As JSON, with secrets masked. */
  readonly arguments: string;
  /** The connection that was used of the tool's provider: `work`, or `team/work`. */
  readonly connection: string | null;
}
