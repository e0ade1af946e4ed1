/** "340 ms", "12.4 s" or "3 min 5 s". */
export function duration(ms: number): string {
  if (ms < 10_000) return `${Math.round(ms).toLocaleString("en")} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes.toLocaleString("en")} min ${Math.floor(seconds % 60)} s`;
}
