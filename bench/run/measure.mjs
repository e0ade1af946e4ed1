/** How long an action takes, after some rounds to warm up. */
export async function measure(action, count) {
  for (let index = 0; index < Math.min(count, 50); index += 1) await action();
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    await action();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}
