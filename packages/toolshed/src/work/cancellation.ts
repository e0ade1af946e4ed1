/** How a call learns that its caller has gone. An `AbortSignal` is one. */
export interface CallSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Making an `AbortController` costs more than all that the gateway itself does for a short call. */
export class Cancellation implements CallSignal {
  #listeners: Set<() => void> | undefined;
  #controller: AbortController | undefined;
  aborted = false;

  /** For what takes nothing but an `AbortSignal`. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
    this.#controller?.abort();
  }
}

/** The same as an `AbortSignal`, for what takes nothing else. */
export function toAbortSignal(signal: CallSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return controller.signal;
}

/** For work that ends with its answer only. */
export const neverCancelled: CallSignal = {
  aborted: false,
  addEventListener() {},
  removeEventListener() {},
};
