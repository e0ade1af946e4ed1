import { UpstreamError } from "../source/source.ts";

export type RefusalCode = "not_found" | "invalid" | "denied" | "waiting" | "timeout" | "cancelled";

/** Ends a call before or beside its tool. The message goes to the caller. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** What a call waits for. */
  readonly approvalId: string | undefined;

  constructor(code: RefusalCode, message: string, approvalId?: string) {
    super(message);
    this.code = code;
    this.approvalId = approvalId;
  }
}

/** Ends a call as failed. The message goes to the caller. */
export class CallFailure extends Error {
  readonly upstream: UpstreamError | undefined;

  constructor(message: string, upstream?: UpstreamError) {
    super(message);
    this.upstream = upstream;
  }
}

/** What a tool threw, which may be anything, also something that throws when it is looked at. */
export function toFailure(thrown: unknown): CallFailure {
  try {
    const message = String(thrown instanceof Error ? thrown.message : thrown);
    return new CallFailure(message, thrown instanceof UpstreamError ? thrown : undefined);
  } catch {
    return new CallFailure("The tool failed with an error that cannot be read.");
  }
}
