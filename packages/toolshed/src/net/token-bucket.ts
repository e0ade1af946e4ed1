/** Takes from what there is, which grows again with time. Tells whether there was enough. */
export type TokenBucket = (amount: number) => boolean;

/** Holds at most `capacity`, with which it begins. */
export function createTokenBucket(capacity: number, perSecond: number): TokenBucket {
  let left = capacity;
  let at = performance.now();
  return (amount) => {
    const time = performance.now();
    left = Math.min(capacity, left + ((time - at) * perSecond) / 1000) - amount;
    at = time;
    if (left >= 0) return true;
    left = 0;
    return false;
  };
}
