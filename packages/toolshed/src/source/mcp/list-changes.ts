/** Reads a list again after it has changed: soon where that is rare, and less often the more often it happens. */
export interface ListChanges {
  /** The last change is always followed by a read that began after it. */
  changed(): void;
  close(): void;
}

const minDelayMs = 50;
const minIntervalMs = 300;
const maxIntervalMs = 60_000;
/** A list that takes long to read takes at most this share of the time. */
const maxShare = 1 / 20;

/** `read` must not reject. */
export function createListChanges(read: () => Promise<void>): ListChanges {
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let isChanged = false;
  let isClosed = false;
  let intervalMs = minIntervalMs;
  let readAt = Number.NEGATIVE_INFINITY;

  function schedule(): void {
    if (isClosed || isReading || timer) return;
    const waitMs = Math.max(minDelayMs, readAt + intervalMs - Date.now());
    timer = setTimeout(start, waitMs).unref();
  }

  function start(): void {
    timer = undefined;
    isReading = true;
    isChanged = false;
    const began = Date.now();
    // After a quiet period the backoff starts over.
    const isQuiet = began - readAt > 4 * intervalMs;
    const next = isQuiet ? minIntervalMs : Math.min(maxIntervalMs, 2 * intervalMs);
    const done = () => {
      isReading = false;
      readAt = Date.now();
      intervalMs = Math.min(maxIntervalMs, Math.max(next, (readAt - began) / maxShare));
      if (isChanged) schedule();
    };
    read().then(done, done);
  }

  return {
    changed() {
      isChanged = true;
      schedule();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
