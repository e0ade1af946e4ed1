import { EventEmitter } from "node:events";

/** Ends an exchange. An `AbortController` costs more than all the rest of it, so there is one only where it is asked for. */
export class Ending extends EventEmitter {
  #controller: AbortController | undefined;
  #isAborted = false;

  get aborted(): boolean {
    return this.#isAborted;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.emit("abort");
    this.#controller?.abort();
  }
}
