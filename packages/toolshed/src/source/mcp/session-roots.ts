import type { ClientRoots } from "../source.ts";

/**
 * Whose roots a server gets that asks for them outside of calls: those of the client that has just told of a change, if
 * no other listens to the same connection. A server has one list of roots, which would be wrong for the others.
 */
export interface SessionRoots {
  /** Until the returned function is called. */
  add(roots: ClientRoots): () => void;
  /** Whether the server is to be told. It may then ask once, and not much later. */
  change(roots: ClientRoots): boolean;
  /** Whom the server asks now. */
  take(): ClientRoots | undefined;
}

const askMs = 10_000;

export function createSessionRoots(): SessionRoots {
  const known = new Set<ClientRoots>();
  let changed: { readonly roots: ClientRoots; readonly at: number } | undefined;

  function isAlone(roots: ClientRoots): boolean {
    const listening = [...known].filter((one) => one.isListening());
    return listening.length === 1 && listening[0] === roots;
  }

  return {
    add(roots) {
      known.add(roots);
      return () => {
        known.delete(roots);
      };
    },
    change(roots) {
      if (!isAlone(roots)) return false;
      changed = { roots, at: Date.now() };
      return true;
    },
    take() {
      const { roots, at } = changed ?? {};
      changed = undefined;
      return roots && at !== undefined && Date.now() - at < askMs && isAlone(roots) ? roots : undefined;
    },
  };
}
