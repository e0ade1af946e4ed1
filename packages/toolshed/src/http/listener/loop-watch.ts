const everyMs = 500;
/** Nothing is answered while the event loop is held up, and what waited meanwhile makes it slow for a while. */
const stuckMs = 2_000;
const rememberMs = 10_000;

/** Notices when the event loop is held up: a timer that should run regularly is late. */
export function watchLoop(now: () => number = () => performance.now()) {
  let lastTick = now();
  let stuckAt = Number.NEGATIVE_INFINITY;

  function look(): void {
    const tick = now();
    if (tick - lastTick > everyMs + stuckMs) stuckAt = tick;
    lastTick = tick;
  }

  const timer = setInterval(look, everyMs).unref();
  return {
    /** Says that the event loop was held up a moment ago, if so. */
    problem(): string | undefined {
      look();
      return now() - stuckAt < rememberMs ? "overloaded" : undefined;
    },
    close: (): void => clearInterval(timer),
  };
}
