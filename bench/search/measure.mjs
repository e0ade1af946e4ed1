const measured = ["hit@1", "recall@5", "recall@10", "nDCG@10"];

/** Means over queries, in per cent, of what `rank(query)` puts into the first ten. */
export function measure(rank, queries, toQuery = (query) => query) {
  const totals = Object.fromEntries(measured.map((name) => [name, 0]));
  for (const { query, gold } of queries) {
    const wanted = new Set(gold);
    const found = rank(toQuery(query)).map((name) => wanted.has(name));
    const hits = (depth) => found.slice(0, depth).filter(Boolean).length;
    totals["hit@1"] += hits(1);
    totals["recall@5"] += hits(5) / wanted.size;
    totals["recall@10"] += hits(10) / wanted.size;
    totals["nDCG@10"] += gain(found) / gain(Array.from({ length: Math.min(wanted.size, 10) }, () => true));
  }
  return Object.fromEntries(measured.map((name) => [name, (100 * totals[name]) / queries.length]));
}

function gain(found) {
  return found.slice(0, 10).reduce((sum, isHit, place) => sum + (isHit ? 1 / Math.log2(place + 2) : 0), 0);
}
