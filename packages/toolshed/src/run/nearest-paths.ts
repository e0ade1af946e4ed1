/** The paths that look most like the wanted one, best first: what a person or a model may have meant. */
export function nearestPaths(wanted: string, paths: readonly string[], limit = 3): string[] {
  const wantedPairs = pairs(wanted);
  return paths
    .map((path) => ({ path, likeness: likeness(wantedPairs, pairs(path)) }))
    .filter(({ likeness }) => likeness > 0.3)
    .sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

function pairs(text: string): Set<string> {
  const plain = `.${text.toLowerCase().slice(0, 200)}.`;
  return new Set(Array.from({ length: plain.length - 1 }, (_, index) => plain.slice(index, index + 2)));
}

/** Dice's coefficient: the share of pairs of letters that both have. */
function likeness(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
