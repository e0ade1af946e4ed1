const listeners = new Set<() => void>();

/** Tells when an answer said that the session has ended. */
export const sessionEnd = {
  announce(): void {
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
