/** How a call ended, as the record has it. */
export type Outcome =
  | "ok"
  | "failed"
  | "not_found"
  | "invalid"
  | "denied"
  | "waiting"
  | "timeout"
  | "cancelled";

/** Ends a call before or beside its tool. The message goes to the caller. */
export class Refusal extends Error {
  readonly outcome: Outcome;
  /** What a call waits for. */
  readonly approvalId: string | undefined;

  constructor(outcome: Outcome, message: string, approvalId?: string) {
    super(message);
    this.outcome = outcome;
    this.approvalId = approvalId;
  }
}
