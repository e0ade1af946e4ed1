import type { CallSignal } from "../../work/cancellation.ts";

/** How a wait ended without news. */
export interface WaitEnd {
  /** Whether there is no point in waiting longer: the page waits in another request, or the gateway stops. */
  readonly isLast?: boolean;
}

/** A View's page that asks for calls and waits. */
export class LiveWaiter {
  readonly #signal: CallSignal;
  readonly #timer: NodeJS.Timeout;
  #isWoken = false;
  #resolve: (() => void) | undefined;
  ended: WaitEnd | undefined;

  constructor(signal: CallSignal, timeoutMs: number) {
    this.#signal = signal;
    this.#timer = setTimeout(() => this.end(), timeoutMs);
    if (signal.aborted) this.end();
    else signal.addEventListener("abort", this.#leave);
  }

  /** There may be something for it. */
  wake(): void {
    this.#isWoken = true;
    this.#resolve?.();
  }

  end(how: WaitEnd = {}): void {
    this.ended ??= how;
    this.wake();
  }

  /** Resolves once it was woken since this last resolved. */
  async woken(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
    this.#isWoken = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#leave);
  }

  readonly #leave = (): void => this.end();
}
