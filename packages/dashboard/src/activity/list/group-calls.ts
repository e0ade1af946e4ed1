import type { CallEntry } from "toolshed/api";

export interface CallItem {
  readonly kind: "call";
  readonly key: string;
  readonly call: CallEntry;
}

/** Several calls of one trace. */
export interface TraceItem {
  readonly kind: "trace";
  readonly key: string;
  readonly traceId: string;
  /** Newest first. */
  readonly calls: readonly CallEntry[];
}

export type ListItem = CallItem | TraceItem;

/** From the worst to the best. */
const severity = [
  "failed",
  "timeout",
  "unknown",
  "denied",
  "invalid",
  "not_found",
  "waiting",
  "started",
  "cancelled",
  "approved",
  "ok",
];

/** Whether the id is that of a client's session, which groups the calls of clients that send no trace. */
export const isSession = (traceId: string): boolean => traceId.startsWith("session-");

/** What a call belongs to: the trace of its client, the run that made it, or at least a session. */
export const traceOf = ({ traceId, runId }: Pick<CallEntry, "traceId" | "runId">): string | null =>
  traceId !== null && !isSession(traceId) ? traceId : (runId ?? traceId);

export const callItem = (call: CallEntry): CallItem => ({ kind: "call", key: `call:${call.id}`, call });

/** The calls, newest first, those of one trace in the place of its newest. */
export function groupCalls(calls: readonly CallEntry[]): ListItem[] {
  const byTrace = new Map<string, CallEntry[]>();
  for (const call of calls) {
    const trace = traceOf(call);
    if (trace === null) continue;
    const others = byTrace.get(trace);
    if (others) others.push(call);
    else byTrace.set(trace, [call]);
  }
  const items: ListItem[] = [];
  for (const call of calls) {
    const traceId = traceOf(call);
    const members = traceId === null ? undefined : byTrace.get(traceId);
    if (traceId === null || !members || members.length === 1) items.push(callItem(call));
    else if (members[0] === call)
      items.push({ kind: "trace", key: `trace:${traceId}`, traceId, calls: members });
  }
  return items;
}

export function worstOutcome(calls: readonly Pick<CallEntry, "outcome">[]): string {
  const rank = ({ outcome }: Pick<CallEntry, "outcome">) => {
    const index = severity.indexOf(outcome);
    return index < 0 ? severity.length : index;
  };
  return calls.reduce(
    (worst, call) => (rank(call) < rank(worst) ? call : worst),
    calls[0] ?? { outcome: "ok" },
  ).outcome;
}

/** From the first start to the last end. */
export function spanOf(calls: readonly Pick<CallEntry, "at" | "durationMs">[]): {
  start: number;
  ms: number;
} {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { at, durationMs } of calls) {
    start = Math.min(start, at);
    end = Math.max(end, at + durationMs);
  }
  return calls.length === 0 ? { start: 0, ms: 0 } : { start, ms: end - start };
}
