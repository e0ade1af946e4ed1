import type { ClientRoots } from "../../source.ts";

const askMs = 10_000;

/**
 * Whose roots a server gets that asks for them outside of calls: those of the client that has just announced a change, if
 * no other listens to the same connection. A server has one list of roots, which would be wrong for the others.
 */
export class SessionRoots {
  readonly #known = new Set<ClientRoots>();
  #changed: { readonly roots: ClientRoots; readonly at: number } | undefined;

  /** Until the returned function is called. */
  add(roots: ClientRoots): () => void {
    this.#known.add(roots);
    return () => {
      this.#known.delete(roots);
    };
  }

  /** Whether the server is to be told. It may then ask once, and not much later. */
  change(roots: ClientRoots): boolean {
    if (!this.#isAlone(roots)) return false;
    this.#changed = { roots, at: Date.now() };
    return true;
  }

  /** Whom the server asks now. */
  take(): ClientRoots | undefined {
    const { roots, at = 0 } = this.#changed ?? {};
    this.#changed = undefined;
    return roots && Date.now() - at < askMs && this.#isAlone(roots) ? roots : undefined;
  }

  #isAlone(roots: ClientRoots): boolean {
    const [only, other] = [...this.#known].filter((one) => one.isListening());
    return only === roots && other === undefined;
  }
}
