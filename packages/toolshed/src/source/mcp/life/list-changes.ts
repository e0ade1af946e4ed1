const minDelayMs = 50;
const minIntervalMs = 300;
const maxIntervalMs = 60_000;
const longReadMs = 250;
/** A list that takes long to read takes at most this share of the time. */
const maxShare = 1 / 20;

/** Reads a list again after it has changed: soon where that is rare, and less often the more often it happens. */
export class ListChanges {
  readonly #read: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isChanged = false;
  #isClosed = false;
  #intervalMs = minIntervalMs;
  #readAt = Number.NEGATIVE_INFINITY;

  /** `read` must not reject. */
  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** The last change is always followed by a read that began after it. */
  changed(): void {
    this.#isChanged = true;
    if (this.#isClosed || this.#isReading || this.#timer) return;
    const waitMs = Math.max(minDelayMs, this.#readAt + this.#intervalMs - Date.now());
    this.#timer = setTimeout(() => this.#start(), waitMs).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#timer = undefined;
    this.#isReading = true;
    this.#isChanged = false;
    const began = Date.now();
    // After a quiet period the backoff starts over.
    const isQuiet = began - this.#readAt > 4 * this.#intervalMs;
    const next = isQuiet ? minIntervalMs : Math.min(maxIntervalMs, 2 * this.#intervalMs);
    const done = () => {
      this.#isReading = false;
      this.#readAt = Date.now();
      const tookMs = this.#readAt - began;
      const shareMs = tookMs > longReadMs ? tookMs / maxShare : 0;
      this.#intervalMs = Math.min(maxIntervalMs, Math.max(next, shareMs));
      if (this.#isChanged) this.changed();
    };
    this.#read().then(done, done);
  }
}
