import type { CallEntry, CallsQuery } from "toolshed/api";

/** What the page has of the calls that a filter allows. */
export interface HeldCalls {
  readonly filter: CallsQuery;
  /** Newest first. */
  readonly calls: readonly CallEntry[];
  /** New calls that are not listed yet, newest first. */
  readonly waiting: readonly CallEntry[];
  readonly latest: number;
  /** Where older calls continue. */
  readonly next: number | null;
}

/** The list of a page that is open for days is cut to this many; the older ones can be loaded again. */
const maxLive = 5_000;
/** A list that missed more calls than this starts again. */
export const maxMerged = 2_000;

/** Both, newest first, each call once and in its latest state: a call that was running comes again when it has ended. */
export function mergeCalls(known: readonly CallEntry[], more: readonly CallEntry[]): readonly CallEntry[] {
  if (more.length === 0) return known;
  const byId = new Map(known.map((call) => [call.id, call]));
  for (const call of more) byId.set(call.id, call);
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

/** Adds calls from the stream. Where the list must not move, new ones wait. */
export function addArrived(held: HeldCalls, arrived: readonly CallEntry[], mayMove: boolean): HeldCalls {
  const listed = new Set(held.calls.map(({ id }) => id));
  const updates = arrived.filter(({ id }) => listed.has(id));
  // A stream that reopens repeats a few calls; those below the list are loaded when one scrolls there.
  const lowest = held.next === null ? 0 : (held.calls.at(-1)?.id ?? 0);
  const fresh = arrived.filter(({ id }) => id > lowest && !listed.has(id));
  const calls = mergeCalls(held.calls, updates);
  if (!mayMove) return { ...held, calls, waiting: mergeCalls(held.waiting, fresh).slice(0, maxMerged) };
  const all = mergeCalls(mergeCalls(calls, held.waiting), fresh);
  if (all.length <= maxLive) return { ...held, calls: all, waiting: [] };
  const kept = all.slice(0, maxLive);
  return { ...held, calls: kept, waiting: [], next: kept.at(-1)?.id ?? null };
}
