import type { CallEntry } from "toolshed/api";

/** Both, newest first, each call once: a stream that opens again repeats a few. */
export function mergeCalls(known: readonly CallEntry[], more: readonly CallEntry[]): readonly CallEntry[] {
  const ids = new Set(known.map(({ id }) => id));
  const added = more.filter(({ id }) => !ids.has(id));
  return added.length === 0 ? known : [...known, ...added].sort((a, b) => b.id - a.id);
}
