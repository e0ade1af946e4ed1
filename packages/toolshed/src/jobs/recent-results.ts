/** The results that were used last, up to so many and so large. */
export interface RecentResults<T> {
  get(key: string): T | undefined;
  /** `size` in characters, with the key. */
  set(key: string, value: T, size: number): void;
}

export function createRecentResults<T>(maxCount: number, maxSize: number): RecentResults<T> {
  const kept = new Map<string, { readonly value: T; readonly size: number }>();
  let total = 0;

  function forget(key: string): void {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      forget(key);
      kept.set(key, { value, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (kept.size <= maxCount && total <= maxSize) break;
        forget(oldest);
      }
    },
  };
}
