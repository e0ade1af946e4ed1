type State = "answers" | "silent";

let current: State = "answers";
const listeners = new Set<() => void>();

/** Whether the gateway answered when it was last asked. */
export const gatewayState = {
  get: (): State => current,
  set(next: State): void {
    if (next === current) return;
    current = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
