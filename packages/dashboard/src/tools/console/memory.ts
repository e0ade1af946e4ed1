import type { ShownCall } from "./use-run.ts";

/** What the page of a tool shows when one comes back to it. */
export interface ToolMemory {
  /** The arguments as JSON. */
  text?: string | undefined;
  connection?: string | undefined;
  shown?: ShownCall | undefined;
  /** The result before that one. */
  previous?: ShownCall | undefined;
}

const maxTools = 20;
const maxStoredLength = 100_000;
const prefix = "toolshed.arguments.";
const memories = new Map<string, ToolMemory>();

/**
 * What this tab remembers of a tool. Results are in memory only. Arguments also survive a reload and signing in again, in the
 * tab's own storage, and only for the person who typed them.
 */
export function recall(userId: string, path: string): ToolMemory {
  const key = keyOf(userId, path);
  const known = memories.get(key) ?? { text: readStored(userId, key) };
  // The tools used last are the ones that stay.
  memories.delete(key);
  memories.set(key, known);
  const [oldest] = memories.keys();
  if (memories.size > maxTools && oldest !== undefined) memories.delete(oldest);
  return known;
}

export function remember(userId: string, path: string, changes: ToolMemory): void {
  const key = keyOf(userId, path);
  memories.set(key, { ...memories.get(key), ...changes });
  if (changes.text === undefined) return;
  try {
    if (changes.text.length <= maxStoredLength) sessionStorage.setItem(key, changes.text);
    else sessionStorage.removeItem(key);
  } catch {
    // The storage is full or turned off: arguments don't survive a reload then.
  }
}

const keyOf = (userId: string, path: string) => `${prefix}${userId}.${path}`;

function readStored(userId: string, key: string): string | undefined {
  try {
    for (const other of Object.keys(sessionStorage))
      if (other.startsWith(prefix) && !other.startsWith(`${prefix}${userId}.`))
        sessionStorage.removeItem(other);
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
