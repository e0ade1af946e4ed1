/** Browsers open six connections to a gateway. The page needs some of them itself. */
const mostRunning = 4;
const mostQueued = 100;

/** Makes requests a few at a time, the others in their order. Refuses more than can reasonably wait. */
export function createRequestLimit() {
  let running = 0;
  const queue: (() => void)[] = [];

  return async <Answer>(ask: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> => {
    if (running < mostRunning) running++;
    else if (queue.length < mostQueued) await new Promise<void>((start) => queue.push(start));
    else throw Object.assign(new Error("Too many requests at the same time."), { code: -32_000 });
    try {
      signal?.throwIfAborted();
      return await ask();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
