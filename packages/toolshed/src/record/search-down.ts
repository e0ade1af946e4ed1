/** How long a search goes on before it says how far it got. */
const searchMs = 250;
/** What a single query should take. */
const sliceMs = 20;
const firstSpan = 10_000;

export interface Slice {
  /** The first id that is not in it. */
  readonly top: number;
  readonly bottom: number;
}

export interface SearchDown extends AsyncIterable<Slice> {
  /** All before this has not been searched. */
  readonly top: number;
  readonly isDone: boolean;
}

/**
 * Slices of ids from the latest down to the first, until the time is up. Their sizes follow from how long the query of
 * each took: a filter with an index soon takes all at once, one without it a bounded part at a time.
 */
export function searchDown({ from, to }: { from: number; to: number }): SearchDown {
  let top = from;
  let span = firstSpan;

  async function* slices(): AsyncGenerator<Slice> {
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
    get top() {
      return top;
    },
    get isDone() {
      return top <= to;
    },
    [Symbol.asyncIterator]: slices,
  };
}
