/** Calls over and over with a number of calls in flight, and tells how long each took. */
export async function loadWith({ send, inFlight, durationMs }) {
  const warmUntil = performance.now() + durationMs / 4;
  while (performance.now() < warmUntil) await Promise.all(Array.from({ length: inFlight }, send));
  const times = [];
  const started = performance.now();
  const until = started + durationMs;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        await send();
        times.push(performance.now() - sent);
      }
    }),
  );
  const elapsed = performance.now() - started;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99), perSecond: (times.length * 1000) / elapsed };
}
