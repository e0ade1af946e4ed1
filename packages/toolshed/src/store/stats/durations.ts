/**
 * The upper ends of the spans into which durations are counted, in milliseconds: each is about 1.4 times the one before,
 * so a percentile is exact to a few percent. The last span has no end.
 */
export const durationBounds: readonly number[] = [
  ...new Set(Array.from({ length: 43 }, (_, half) => Math.round(2 ** (half / 2)))),
];

/** The span of calls whose tool did not run. */
export const notRun = -1;

/** A span, and how many calls took that long. */
export interface DurationCount {
  readonly bucket: number;
  readonly calls: number;
}

/** The duration that a share of the calls did not exceed, or nothing where no tool ran. */
export function percentile(counts: readonly DurationCount[], share: number): number | null {
  const byBucket = new Map<number, number>();
  let total = 0;
  for (const { bucket, calls } of counts) {
    if (bucket === notRun) continue;
    byBucket.set(bucket, (byBucket.get(bucket) ?? 0) + calls);
    total += calls;
  }
  let before = 0;
  for (const [bucket, calls] of [...byBucket].sort(([one], [other]) => one - other)) {
    if (before + calls >= share * total) return within(bucket, (share * total - before) / calls);
    before += calls;
  }
  return null;
}

/** A duration inside a span. */
function within(bucket: number, share: number): number {
  const last = durationBounds.at(-1) as number;
  const from = durationBounds[bucket - 1] ?? 0;
  const to = durationBounds[bucket] ?? 2 * last;
  return Math.round(from + share * (to - from));
}
