/** The largest number that everyone may keep so that all together keep at most `total`. */
export function fairShare(counts: readonly number[], total: number): number {
  let left = total;
  const sorted = counts.toSorted((one, other) => one - other);
  for (const [index, count] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (count > share) return share;
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}
