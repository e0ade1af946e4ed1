import type { CallEntry } from "toolshed/api";

/** Both, newest first, each call once and as it was told last: a call that was running comes again when it has ended. */
export function mergeCalls(known: readonly CallEntry[], more: readonly CallEntry[]): readonly CallEntry[] {
  if (more.length === 0) return known;
  const byId = new Map(known.map((call) => [call.id, call]));
  for (const call of more) byId.set(call.id, call);
  return [...byId.values()].sort((a, b) => b.id - a.id);
}
