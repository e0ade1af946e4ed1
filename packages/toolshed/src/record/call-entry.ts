/** A call as it is kept. */
export interface CallEntry {
  /** Later calls have greater ones, but for those that several gateways store at the same moment. */
  readonly id: number;
  readonly at: number;
  readonly userId: string;
  /** What the door was called then: the endpoint's name, `command` or `dashboard`. */
  readonly via: string;
  /** The endpoint's id. Nothing for a person's own doors, and for calls recorded before it was stored. */
  readonly endpointId: string | null;
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
  /** Why a call that waited for a person was not made. */
  readonly note: string | null;
}

/** A call as it is handed to the record. */
export interface NewCallEntry extends Omit<CallEntry, "id" | "note" | "endpointId"> {
  /** Absent for a person's own doors. */
  readonly endpointId?: string | undefined;
  /** The approval that it waits for. */
  readonly approvalId?: string | undefined;
}

/** Outcomes that are not the last: the call runs, or waits for a person. */
export const openOutcomes = ["started", "waiting"] as const;
export type OpenOutcome = (typeof openOutcomes)[number];
