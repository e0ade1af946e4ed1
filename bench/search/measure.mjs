export const measures = ["hit@1", "recall@5", "recall@10", "nDCG@10"];

/** For each query, what `rank(query)` puts into the first ten. If any of the gold tools will do, one is all there is to find. */
export function measureEach(rank, queries, { anyOf = false, toQuery = (query) => query } = {}) {
  return queries.map(({ query, gold }) => {
    const left = new Set(gold);
    const found = rank(toQuery(query)).map((id) => {
      const isHit = left.delete(id);
      if (isHit && anyOf) left.clear();
      return isHit;
    });
    const wanted = anyOf ? 1 : new Set(gold).size;
    const hits = (depth) => found.slice(0, depth).filter(Boolean).length;
    return {
      "hit@1": hits(1),
      "recall@5": hits(5) / wanted,
      "recall@10": hits(10) / wanted,
      "nDCG@10": gain(found) / gain(Array.from({ length: Math.min(wanted, 10) }, () => true)),
    };
  });
}

/** Means over queries, in per cent. */
export function meanOf(each) {
  return Object.fromEntries(
    measures.map((name) => [name, (100 * each.reduce((sum, one) => sum + one[name], 0)) / each.length]),
  );
}

const resamples = 2_000;

/** How far the first is above the second in points, and the 95 % interval of that: paired bootstrap over queries. */
export function leadOf(ours, others, name) {
  const differences = ours.map((one, at) => one[name] - others[at][name]);
  const mean = (pick) => {
    let sum = 0;
    for (let at = 0; at < differences.length; at++) sum += pick(at);
    return (100 * sum) / differences.length;
  };
  const random = createRandom(1);
  const means = Array.from({ length: resamples }, () =>
    mean(() => differences[Math.floor(random() * differences.length)]),
  ).sort((a, b) => a - b);
  return {
    points: mean((at) => differences[at]),
    low: means[Math.floor(0.025 * resamples)],
    high: means[Math.ceil(0.975 * resamples) - 1],
  };
}

/** The same numbers in every run (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function gain(found) {
  return found.slice(0, 10).reduce((sum, isHit, place) => sum + (isHit ? 1 / Math.log2(place + 2) : 0), 0);
}
