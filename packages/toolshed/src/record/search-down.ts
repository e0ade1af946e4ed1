/** How long a search runs before it reports how far it got. */
const searchMs = 250;
/** What a single query should take. */
const sliceMs = 20;
const firstSpan = 10_000;

/**
 * Slices of ids from the latest down to the first, until the time is up. Their sizes follow from how long the query of
 * each took: a filter with an index soon reads everything in one step, one without it a bounded part at a time.
 */
export function searchDown({ from, to }: { from: number; to: number }) {
  let top = from;
  let span = firstSpan;

  /** From a bottom up to a top, which is the first id that is not in it. */
  async function* slices() {
    const end = performance.now() + searchMs;
    while (top > to && performance.now() < end) {
      const began = performance.now();
      const bottom = Math.max(to, top - span);
      yield { top, bottom };
      top = bottom;
      const took = performance.now() - began;
      span = took < sliceMs / 2 ? span * 4 : took > sliceMs * 2 ? Math.ceil(span / 2) : span;
    }
  }

  return {
    /** All before this has not been searched. */
    get top(): number {
      return top;
    },
    get isDone(): boolean {
      return top <= to;
    },
    [Symbol.asyncIterator]: slices,
  };
}
